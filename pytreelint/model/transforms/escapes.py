"""Whether a wrapper stays where it is created: called, but not returned, stored or passed on."""

from __future__ import annotations

import ast
from functools import lru_cache

from pytreelint.model.syntax.standing import standing

_SCOPES = 16  # whose names are held at a time


def confined(scope: ast.AST, node: ast.AST) -> bool:
    """Whether a wrapper that `node` makes is only called, directly or by a local name, inside `scope`."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return _only_called(scope, node.name)
    parent = _parent(scope, node)
    if isinstance(parent, ast.Call):
        return parent.func is node or (parent.args[:1] == [node] and confined(scope, parent))  # `vmap(jit(f))`
    if isinstance(parent, ast.NamedExpr):
        return _only_called(scope, parent.target.id)
    if isinstance(parent, ast.Assign) and all(isinstance(target, ast.Name) for target in parent.targets):
        return all(_only_called(scope, target.id) for target in parent.targets if isinstance(target, ast.Name))
    return False


def _only_called(scope: ast.AST, name: str) -> bool:
    return name not in _handed_on(scope)


@lru_cache(maxsize=_SCOPES)
def _handed_on(scope: ast.AST) -> frozenset[str]:
    """The names of a scope that are read otherwise than to be called."""
    called: set[ast.AST] = set()
    reads: list[ast.Name] = []
    names: set[str] = set()
    for inner in ast.walk(scope):
        if isinstance(inner, ast.Call):
            called.add(inner.func)
        elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
            reads.append(inner)
        elif isinstance(inner, (ast.Global, ast.Nonlocal)):
            names.update(inner.names)
    return frozenset(names.union(read.id for read in reads if read not in called))


def _parent(scope: ast.AST, node: ast.AST) -> ast.AST | None:
    held = standing(scope).get(node)
    return held.holder if held is not None else None
