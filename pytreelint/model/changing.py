"""Which module-level names of a module hold something that its statements change in place.

What `CONFIG` was bound to says nothing certain about what it holds once `CONFIG.pop("name")` or `CONFIG["name"] = x`
may have run, at import or in some function.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

_CHANGING = frozenset(
    [
        "add",
        "append",
        "clear",
        "discard",
        "extend",
        "insert",
        "move_to_end",
        "pop",
        "popitem",
        "remove",
        "reverse",
        "setdefault",
        "sort",
        "update",
        "difference_update",
        "intersection_update",
        "symmetric_difference_update",
        "__setitem__",
        "__delitem__",
    ]
)
_SETTERS = frozenset(["setattr", "delattr", "__setattr__", "__delattr__"])
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def changed_names(tree: ast.Module) -> frozenset[str]:
    """The names, as they are spelled outside all functions."""
    return frozenset(_changed(tree, frozenset()))


def _changed(node: ast.AST, local: frozenset[str]) -> Iterator[str]:
    """Names changed below a node, those excepted that a function on the way binds itself."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.Call):
            yield from (name for name in _roots(child) if name not in local)
        yield from _changed(child, local | _bound(child) if isinstance(child, _SCOPES) else local)


def _roots(node: ast.stmt | ast.Call) -> Iterator[str]:
    """The names whose objects one statement or call changes."""
    targets: list[ast.expr] = []
    match node:
        case ast.Assign() | ast.Delete():
            targets = node.targets
        case ast.AugAssign(target=ast.Name(id=name)):
            yield name
        case ast.AugAssign() | ast.AnnAssign() | ast.For():
            targets = [node.target]
        case ast.Call(func=ast.Attribute(value=holder, attr=method)) if method in _CHANGING:
            yield from _root(holder)
        case ast.Call(func=ast.Name(id=method) | ast.Attribute(attr=method), args=[holder, *_]) if method in _SETTERS:
            yield from _root(holder)
    for target in targets:
        for inner in ast.walk(target):
            if isinstance(inner, ast.Attribute | ast.Subscript) and not isinstance(inner.ctx, ast.Load):
                yield from _root(inner.value)


def _root(node: ast.expr) -> Iterator[str]:
    """`x` of `x.a["b"].c`."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


def _bound(function: ast.AST) -> frozenset[str]:
    """Names that are local in a function: parameters and what is assigned, unless `global` says otherwise."""
    names: set[str] = set()
    declared: set[str] = set()
    for inner in ast.walk(function):
        if isinstance(inner, ast.arg):
            names.add(inner.arg)
        elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            names.add(inner.id)
        elif isinstance(inner, ast.Global):
            declared.update(inner.names)
    return frozenset(names - declared)
