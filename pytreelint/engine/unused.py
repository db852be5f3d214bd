"""Imports that a rewrite left without a use. What somebody else imports from here is in use."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from pytreelint.engine.edits import apply
from pytreelint.model.text.imports.order import Imported
from pytreelint.model.text.imports.statement import alias_text, rewritten
from pytreelint.model.text.imports.style import style_of
from pytreelint.model.text.parsing import parse_plainly
from pytreelint.model.text.place import Place
from pytreelint.model.text.source import Source
from pytreelint.rules.arguments import between
from pytreelint.rules.finding import Edit


def without_unused(source: Source, text: str, is_wanted: Callable[[str], bool] = lambda name: False) -> str:
    """The new text of a file, less the imports that its old text used and the new one does not.

    Args:
        is_wanted: whether some other file takes a name from this one.
    """
    if source.path.endswith("__init__.py"):
        return text
    gone = _used(source.tree()) - _used(parse_plainly(text))
    gone = {name for name in gone if not is_wanted(name)}
    if not gone:
        return text
    new = Source(source.path, text, source.encoding, source.bom, "")
    edits = [_less(new, statement, gone) for statement in _imports(new.tree())]
    return apply(text, _closed(new, [edit for edit in edits if edit is not None]))


def wanted_from(path: str, texts: Callable[[], Iterator[str]]) -> Callable[[str], bool]:
    """Whether one of some texts takes a name from the module at `path`."""
    stem = re.escape(path.replace("\\", "/").rpartition("/")[2].removesuffix(".py"))

    def is_wanted(name: str) -> bool:
        taken = re.compile(
            rf"from\s+[\w.]*\b{stem}\s+import\s+(?:\([^)]*\b{name}\b|[^\n(]*\b{name}\b|\*)|\b{stem}\.{name}\b"
        )
        return any(taken.search(text) for text in texts())

    return is_wanted


def _imports(tree: ast.Module) -> Iterator[Imported]:
    """The imports of a module and of its functions, in the order of the file."""
    functions = (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    bodies = [tree.body, *(function.body for function in functions)]
    found = [s for body in bodies for s in body if isinstance(s, (ast.Import, ast.ImportFrom)) and body != [s]]
    return iter(sorted(found, key=lambda statement: statement.lineno))


def _used(tree: ast.Module) -> set[str]:
    """Names that are read, in code or in strings (annotations, `__all__`)."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.update(re.findall(r"\w+", node.value) if len(node.value) < 200 else ())
    return names


def _less(source: Source, statement: Imported, gone: set[str]) -> Edit | None:
    """The edit that takes names out of an import statement, or all of it away."""
    kept = [alias for alias in statement.names if not _goes(alias, gone)]
    place = source.place(statement)
    lines = source.lines[place.row - 1 : place.end_row]
    future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
    if len(kept) == len(statement.names) or future or any("#" in line for line in lines) or not _alone(source, place):
        return None  # a comment would go with it
    if not kept:
        return Edit(Place(place.path, place.row, 1, place.end_row + 1, 1), "")
    names = [(alias.name, alias.asname) for alias in kept]
    if isinstance(statement, ast.ImportFrom):
        return Edit(*rewritten(source, statement, names, style_of(source.folder)))
    first, last = source.place(statement.names[0]), source.place(statement.names[-1])
    return Edit(between(first, last), ", ".join(map(alias_text, names)))


def _closed(source: Source, edits: list[Edit]) -> Iterator[Edit]:
    """The edits with the blank lines that nothing stands between any more: of two gaps the larger one stays."""
    whole = [edit for edit in edits if not edit.content]
    yield from (edit for edit in edits if edit.content)
    while whole:
        first = last = whole.pop(0)
        while whole and whole[0].place.row == last.place.end_row:
            last = whole.pop(0)
        above, below = _blank(source, first.place.row - 1, -1), _blank(source, last.place.end_row, 1)
        on_top = first.place.row - 1 - above < 1
        row = last.place.end_row + (below if on_top else min(above, below))
        yield Edit(Place(source.path, first.place.row, 1, row, 1), "")


def _blank(source: Source, row: int, step: int) -> int:
    """How many blank lines there are from a row on."""
    count = 0
    while 1 <= row + step * count <= len(source.lines) and not source.line(row + step * count).strip():
        count += 1
    return count


def _goes(alias: ast.alias, gone: set[str]) -> bool:
    local = (alias.asname or alias.name).partition(".")[0]
    return local in gone and alias.asname != alias.name and "." not in alias.name


def _alone(source: Source, place: Place) -> bool:
    """Whether nothing else stands in the statement's lines."""
    before = source.line(place.row)[: place.column - 1]
    after = source.line(place.end_row)[place.end_column - 1 :]
    return not before.strip() and not after.strip()
