"""Imports that a rewrite left without a use. What somebody else imports from here is in use."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from pytreelint.engine.edits import apply
from pytreelint.model.place import Place
from pytreelint.model.source import Source
from pytreelint.rules.finding import Edit


def without_unused(source: Source, text: str, is_wanted: Callable[[str], bool] = lambda name: False) -> str:
    """The new text of a file, less the imports that its old text used and the new one does not.

    Args:
        is_wanted: whether some other file takes a name from this one.
    """
    if source.path.endswith("__init__.py"):
        return text
    gone = _used(source.tree()) - _used(ast.parse(text))
    gone = {name for name in gone if not is_wanted(name)}
    if not gone:
        return text
    new = Source(source.path, text, source.encoding, source.bom, "")
    edits = [edit for statement in new.tree().body for edit in _less(new, statement, gone)]
    return apply(text, edits)


def wanted_from(path: str, texts: Callable[[], Iterator[str]]) -> Callable[[str], bool]:
    """Whether one of some texts takes a name from the module at `path`."""
    stem = re.escape(path.replace("\\", "/").rpartition("/")[2].removesuffix(".py"))

    def is_wanted(name: str) -> bool:
        taken = re.compile(
            rf"from\s+[\w.]*\b{stem}\s+import\s+(?:\([^)]*\b{name}\b|[^\n(]*\b{name}\b|\*)|\b{stem}\.{name}\b"
        )
        return any(taken.search(text) for text in texts())

    return is_wanted


def _used(tree: ast.Module) -> set[str]:
    """Names that are read, in code or in strings (annotations, `__all__`)."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.update(re.findall(r"\w+", node.value) if len(node.value) < 200 else ())
    return names


def _less(source: Source, statement: ast.stmt, gone: set[str]) -> Iterator[Edit]:
    """The edits that take names out of an import statement, or all of it away."""
    if not isinstance(statement, (ast.Import, ast.ImportFrom)) or getattr(statement, "module", "") == "__future__":
        return
    kept = [alias for alias in statement.names if not _goes(alias, gone)]
    if len(kept) == len(statement.names):
        return
    place = source.place(statement)
    lines = source.lines[place.row - 1 : place.end_row]
    if any("#" in line for line in lines) or not _alone(source, place):
        return  # a comment would go with it
    if not kept:
        end = Place(place.path, place.row, 1, place.end_row + 1, 1)
        yield Edit(end, "")
        return
    first, last = source.place(statement.names[0]), source.place(statement.names[-1])
    names = ", ".join(alias.name if alias.asname is None else f"{alias.name} as {alias.asname}" for alias in kept)
    yield Edit(Place(place.path, first.row, first.column, last.end_row, last.end_column), names)


def _goes(alias: ast.alias, gone: set[str]) -> bool:
    local = (alias.asname or alias.name).partition(".")[0]
    return local in gone and alias.asname != alias.name and "." not in alias.name


def _alone(source: Source, place: Place) -> bool:
    """Whether nothing else stands in the statement's lines."""
    before = source.line(place.row)[: place.column - 1]
    after = source.line(place.end_row)[place.end_column - 1 :]
    return not before.strip() and not after.strip()
