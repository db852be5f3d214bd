"""How a place in a file can name something of a library: by an import that it sees already, or by one more."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from functools import lru_cache

from pytreelint.knowledge.names import canonical
from pytreelint.knowledge.record import record
from pytreelint.knowledge.submodules import is_reachable
from pytreelint.model.project.modules import Import, ModuleInfo, imports_of
from pytreelint.model.syntax.standing import around, standing
from pytreelint.model.syntax.walking import statements
from pytreelint.model.text.place import Needed

_Block = tuple[ast.AST, str]  # a node, and its field that holds statements
_BLOCKS = ("body", "orelse", "finalbody", "handlers")


@record(frozen=True, slots=True)
class Spelling:
    """Code that names it, and the import that this takes (None where the file has one)."""

    code: str
    needed: Needed | None = None


def spelling(module: ModuleInfo, dotted: str, at: ast.AST) -> Spelling | None:
    """How a file names `dotted`; None where every name is taken.

    Args:
        at: where the name is to stand: the expression that it replaces, or what it is added to.
    """
    home, _, name = dotted.rpartition(".")
    taken = _bound(module.tree)
    seen = {local: found for local, found in _seen(module, at).items() if local not in taken}
    chains: list[str] = []
    for local, found in seen.items():
        full = found.module if found.attribute is None else f"{found.module}.{found.attribute}"
        if canonical(full) == canonical(dotted) and found.attribute is not None:
            return Spelling(local)
        if (found.attribute is None and dotted.startswith(f"{full}.") or full == home) and is_reachable(home, [full]):
            chains.append(local + dotted[len(full) :])
    if chains:
        return Spelling(min(chains, key=lambda chain: (chain.count("."), chains.index(chain))))
    for local in (name, f"{home.rpartition('.')[2]}_{name}"):
        if local not in taken and not hasattr(builtins, local) and _imported(module.tree).get(local, dotted) == dotted:
            return Spelling(local, Needed(home, name, local, *_where(module, at)))
    return None


def _where(module: ModuleInfo, at: ast.AST) -> tuple[int, int]:
    """The row of the import that brings what stands there now, and that of the outermost statement around it; or 0."""
    root = at
    while isinstance(root, (ast.Attribute, ast.Call)):
        root = root.value if isinstance(root, ast.Attribute) else root.func
    found = None
    if isinstance(root, ast.Name):
        found = _seen(module, at).get(root.id) or _only_import(module, root.id)
    outer = next((each for each in [*around(module.tree, at), at][1:2] if isinstance(each, (ast.stmt, ast.expr))), None)
    decorators: list[ast.expr] = getattr(outer, "decorator_list", [])
    rows = [each.lineno for each in ([outer, *decorators] if outer is not None else [])]
    return (found.node.lineno if found is not None else 0), min(rows, default=0)


def _only_import(module: ModuleInfo, name: str) -> Import | None:
    """The one import of a name, though it may be in a `try` or under an `if`."""
    imports = [binding for binding in module.bindings.get(name, ()) if isinstance(binding, Import)]
    return imports[0] if len(imports) == 1 else None


def _seen(module: ModuleInfo, at: ast.AST) -> dict[str, Import]:
    """What imports that have certainly been run bind the names that a place sees to, by local name."""
    found: dict[str, Import] = {}
    imports = _imports(module.tree, module.name, module.is_package)
    held, inner = standing(module.tree), at
    while (where := held.get(inner)) is not None:
        inner = where.holder
        if where.field not in _BLOCKS or isinstance(inner, ast.ClassDef):
            continue
        for index, local, imported in reversed(imports.get((inner, where.field), ())):
            if index < where.at:
                found.setdefault(local, imported)
    return dict(reversed(found.items()))


@lru_cache(maxsize=32)
def _imports(tree: ast.Module, module: str, is_package: bool) -> dict[_Block, list[tuple[int, str, Import]]]:
    """The names that the imports in each block bind, in order, each with the position of its statement."""
    found: dict[_Block, list[tuple[int, str, Import]]] = {}
    for node, where in standing(tree).items():
        if type(node) is ast.Import or type(node) is ast.ImportFrom:
            for local, imported in imports_of(node, module, is_package):
                if local != "*":
                    found.setdefault((where.holder, where.field), []).append((where.at, local, imported))
    return found


@lru_cache(maxsize=32)
def _bound(tree: ast.Module) -> frozenset[str]:
    """Every name that is bound otherwise than by an import, in whatever scope."""
    found = set[str]()
    for node in standing(tree):
        if type(node) is ast.Name:
            if type(node.ctx) is not ast.Load:
                found.add(node.id)
        elif type(node) in _BINDING:
            found.update(_binds(node))
    return frozenset(found)


_BINDING = frozenset([ast.arg, ast.MatchStar, ast.MatchAs, ast.MatchMapping, ast.ExceptHandler])
_BINDING |= frozenset([ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef])


def _binds(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.arg(arg=name) | ast.MatchStar(name=str(name)) | ast.MatchAs(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)) | ast.ExceptHandler(name=str(name)):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name


@lru_cache(maxsize=32)
def _imported(tree: ast.Module) -> dict[str, str]:
    """What every import binds, in whatever scope, by local name; nothing that can be named where two differ."""
    found: dict[str, str] = {}
    for node in statements(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                local = alias.asname or (alias.name if isinstance(node, ast.ImportFrom) else alias.name.split(".")[0])
                whole = f"{node.module}.{alias.name}" if isinstance(node, ast.ImportFrom) and not node.level else ""
                found[local] = whole if found.get(local, whole) == whole else ""
    return found
