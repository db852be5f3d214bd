"""How a file can name something of a library: by an import that it has already, or by one more."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache

from pytreelint.knowledge.names import canonical
from pytreelint.knowledge.record import record
from pytreelint.knowledge.replaced_calls import NOT_LOADED
from pytreelint.model.modules import imports_of
from pytreelint.model.place import Needed, Place
from pytreelint.model.source import Source


@record(frozen=True, slots=True)
class Spelling:
    """Code that names it, and the import that this takes (None where the file has one)."""

    code: str
    needed: Needed | None = None


def spelling(source: Source, module: str, is_package: bool, dotted: str) -> Spelling | None:
    """How the file `module` names `dotted`; None where every name is taken."""
    home, _, name = dotted.rpartition(".")
    taken = _bound(source.tree())
    chains: list[str] = []
    for statement in _imports(source.tree()):
        for local, imported in imports_of(statement, module, is_package):
            if local == "*" or local in taken:
                continue
            full = imported.module if imported.attribute is None else f"{imported.module}.{imported.attribute}"
            if canonical(full) == canonical(dotted) and imported.attribute is not None:
                return Spelling(local)
            if (imported.attribute is None and dotted.startswith(f"{full}.") or full == home) and _loads(full, home):
                chains.append(local + dotted[len(full) :])
    if chains:
        return Spelling(min(chains, key=lambda chain: (chain.count("."), chains.index(chain))))
    everywhere = taken | _imported(source.tree())
    for local in (name, f"{home.rpartition('.')[2]}_{name}"):
        if local not in everywhere and not hasattr(builtins, local):
            return Spelling(local, Needed(home, name, local))
    return None


def _loads(imported: str, home: str) -> bool:
    """Whether a module that is imported brings the module that holds a name."""
    return home not in NOT_LOADED or imported == home or imported.startswith(f"{home}.")


def import_edits(source: Source, needed: Iterable[Needed]) -> list[tuple[Place, str]]:
    """The places and texts that add the imports, one statement per module, in the file's own style."""
    by_home: dict[str, list[Needed]] = {}
    for each in sorted(set(needed)):
        by_home.setdefault(each.home, []).append(each)
    edits: list[tuple[Place, str]] = []
    lines: list[str] = []
    for home, names in by_home.items():
        held = _statement_from(source.tree(), home)
        aliases = ", ".join(each.alias for each in names)
        if held is None:
            lines.append(f"from {home} import {aliases}")
        else:
            end = source.place(held.names[-1])
            at = Place(source.path, end.end_row, end.end_column, end.end_row, end.end_column)
            edits.append((at, f", {aliases}"))
    return [*edits, *_inserted(source, lines)] if lines else edits


def _inserted(source: Source, lines: list[str]) -> Iterator[tuple[Place, str]]:
    """New statements: after the imports of other packages, else after those of the standard library, else on top."""
    end_of_line = source.line_end
    head, imports = _opening(source.tree())
    foreign = [s for s in imports if not _is_own(s) and not _is_standard(s)]
    after = (foreign or [s for s in imports if not _is_own(s)] or head)[-1:]
    text = end_of_line.join(lines)
    if after:
        row = after[0].end_lineno or after[0].lineno
        column = len(source.line(row)) + 1
        blank = end_of_line if not foreign else ""
        yield Place(source.path, row, column, row, column), f"{end_of_line}{blank}{text}"
        return
    first = next(iter(source.tree().body), None)
    row = 1 if first is None else min([first.lineno, *(d.lineno for d in getattr(first, "decorator_list", ()))])
    apart = end_of_line if first is None or not isinstance(first, (ast.Import, ast.ImportFrom)) else ""
    yield Place(source.path, row, 1, row, 1), f"{text}{end_of_line}{apart}"


def _opening(tree: ast.Module) -> tuple[list[ast.stmt], list[ast.Import | ast.ImportFrom]]:
    """What a file begins with: its docstring and `__future__` imports, and the imports after them."""
    head: list[ast.stmt] = []
    imports: list[ast.Import | ast.ImportFrom] = []
    for statement in tree.body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
            head.append(statement) if future else imports.append(statement)
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) and not imports:
            head.append(statement)
        elif not isinstance(statement, (ast.If, ast.Try)):
            break
    return head, imports


def _is_own(statement: ast.Import | ast.ImportFrom) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.level > 0


def _is_standard(statement: ast.Import | ast.ImportFrom) -> bool:
    name = statement.module if isinstance(statement, ast.ImportFrom) else statement.names[0].name
    return (name or "").partition(".")[0] in sys.stdlib_module_names


def _statement_from(tree: ast.Module, home: str) -> ast.ImportFrom | None:
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom) and statement.module == home and not statement.level:
            if statement.names[0].name != "*":
                return statement
    return None


def _imports(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """Imports that always run."""
    return (statement for statement in tree.body if isinstance(statement, (ast.Import, ast.ImportFrom)))


@lru_cache(maxsize=32)
def _bound(tree: ast.Module) -> frozenset[str]:
    """Every name that is bound otherwise than by an import, in whatever scope."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
    return frozenset(names)


@lru_cache(maxsize=32)
def _imported(tree: ast.Module) -> frozenset[str]:
    """Every name that some import binds, in whatever scope."""
    found = (n for n in ast.walk(tree) if isinstance(n, (ast.Import, ast.ImportFrom)))
    return frozenset((alias.asname or alias.name).partition(".")[0] for node in found for alias in node.names)
