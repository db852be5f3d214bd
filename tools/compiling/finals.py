"""Sources whose constants are `Final`, as `mypyc` reads those from where they lie, and all else from dicts by name.

Three kinds are written so: a module's own constants; constants that come from modules that stay interpreted; and what
is read of `ast` in functions, `ast.Name` in `isinstance(node, ast.Name)`, which is two lookups otherwise.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator

from tools.compiling.edits import Edit, changed, place

_CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]+")  # as all constants are called; aliases of types are `CamelCase`
_FINAL = "_IsFinal"
_MADE, _READ = "_ast_", "_read_"
_TYPES = frozenset([(ast.MatchClass, "cls"), (ast.Subscript, "slice")])  # where a type is written
_NEVER = frozenset(["annotation", "returns", "decorator_list"])
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def with_finals(text: str, compiled: Collection[str]) -> str:
    """Returns the text of a module with constants that are `Final`.

    Args:
        text: the module's source.
        compiled: the names of the modules that are compiled with it.
    """
    tree = ast.parse(text)
    bound = _bound(tree)
    edits = [edit for node in tree.body for edit in _declared(node, bound, text)]
    imported = [each for node in tree.body for each in _imported(node, bound, compiled)]
    edits += [(*place(alias, text), f"{alias.name} as {_READ}{name}") for alias, name in imported]
    read = list(_reads(tree))
    edits += [(*place(node, text), f"{_MADE}{node.attr}") for node in read]
    added = [f"{name}: {_FINAL} = {_READ}{name}" for _, name in imported]
    added += [f"{_MADE}{name}: {_FINAL} = ast.{name}" for name in dict.fromkeys(node.attr for node in read)]
    if not edits and not added:
        return text
    last = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))][-1]
    end = place(last, text)[1]
    lines = "\n".join([f"\nfrom typing import Final as {_FINAL}", *added])
    return changed(text, [*edits, (end, end, lines)])


def _bound(tree: ast.Module) -> Counter[str]:
    """How often a module binds each of its names, a `global` statement counted as one that may."""
    found = Counter(
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    )
    found.update(name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names)
    return found


def _declared(node: ast.stmt, bound: Counter[str], text: str) -> Iterator[Edit]:
    match node:
        case ast.Assign(targets=[ast.Name(id=name) as target]) | ast.AnnAssign(target=ast.Name(id=name) as target):
            kind = node.annotation if isinstance(node, ast.AnnAssign) else None
        case _:
            return
    if _CONSTANT.fullmatch(name) is None or bound[name] != 1 or _is_bare(node.value):
        return
    if kind is None:
        end = place(target, text)[1]
        yield end, end, f": {_FINAL}"
    else:
        start, end = place(kind, text)
        yield start, start, f"{_FINAL}["
        yield end, end, "]"


def _is_bare(value: ast.expr | None) -> bool:
    """Whether a constant has no value, or is a variable of types."""
    return value is None or (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "TypeVar"
    )


def _imported(node: ast.stmt, bound: Counter[str], compiled: Collection[str]) -> Iterator[tuple[ast.alias, str]]:
    """The constants of modules that stay interpreted, with the names that a module has for them."""
    if isinstance(node, ast.ImportFrom) and node.module not in compiled and str(node.module).startswith("pytreelint."):
        for alias in node.names:
            name = alias.asname or alias.name
            if _CONSTANT.fullmatch(name) is not None and not bound[name]:
                yield alias, name


def _reads(tree: ast.AST) -> Iterator[ast.Attribute]:
    """What is read of `ast` where functions run: not where types are written, as in annotations."""
    todo: list[tuple[ast.AST, bool]] = [(tree, False)]
    while todo:
        node, runs = todo.pop()
        match node:
            case ast.Attribute(value=ast.Name(id="ast")):
                if runs:
                    yield node
                continue
            case ast.BinOp(op=ast.BitOr()):
                continue
        for name, value in ast.iter_fields(node):
            if (type(node), name) in _TYPES or name in _NEVER:
                continue
            inner = runs or (isinstance(node, _FUNCTIONS) and name == "body")
            todo += [
                (each, inner) for each in (value if isinstance(value, list) else [value]) if isinstance(each, ast.AST)
            ]
