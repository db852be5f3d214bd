"""Whether what an expression makes stays where it is made: called, but not returned, stored or handed on."""

from __future__ import annotations

import ast
from collections.abc import Iterator


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
    called = {id(inner.func) for inner in ast.walk(scope) if isinstance(inner, ast.Call)}
    return all(id(use) in called for use in _uses(scope, name))


def _uses(scope: ast.AST, name: str) -> Iterator[ast.Name]:
    for inner in ast.walk(scope):
        if isinstance(inner, ast.Name) and inner.id == name and isinstance(inner.ctx, ast.Load):
            yield inner
        elif isinstance(inner, (ast.Global, ast.Nonlocal)) and name in inner.names:
            yield ast.Name(name)


def _parent(scope: ast.AST, node: ast.AST) -> ast.AST | None:
    for outer in ast.walk(scope):
        if any(inner is node for inner in ast.iter_child_nodes(outer)):
            return outer
    return None
