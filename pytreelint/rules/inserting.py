"""Statements that fixes put before or after others: where that runs exactly as often as what it belongs to."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pytreelint.model.syntax.standing import around, nearest, standing
from pytreelint.model.syntax.walking import children, walk

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = (*_FUNCTIONS, ast.Lambda, ast.ClassDef, ast.Module)
# Compound statements whose header runs once, right after what stands before them.
_HEADED_ONCE = (ast.If, ast.For, ast.With, ast.Match)
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return, ast.Raise, ast.Assert, ast.Delete)


def scope_of(outer: Sequence[ast.AST]) -> ast.AST | None:
    """The function, or module, whose statements surround a node; None in a lambda or a class body."""
    scope = nearest(outer, _SCOPES)
    return scope if isinstance(scope, (*_FUNCTIONS, ast.Module)) else None


def own_scope(scope: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a function or module but those of functions and classes inside of it."""
    waiting = list(getattr(scope, "body", ()))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _SCOPES):
            waiting += children(node)


def is_bound_in(scope: ast.AST, name: str) -> bool:
    """Whether a name is one of a scope's own, so that an assignment there means the same one."""
    if isinstance(scope, _FUNCTIONS) and any(isinstance(n, ast.arg) and n.arg == name for n in walk(scope.args)):
        return True
    return any(isinstance(n, ast.Name) and n.id == name and not _is_read(n) for n in own_scope(scope))


def is_read_in(nodes: Sequence[ast.AST], name: str) -> bool:
    """Whether some code reads a name, functions inside of it included."""
    return any(isinstance(n, ast.Name) and n.id == name and _is_read(n) for node in nodes for n in walk(node))


def _is_read(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


def insertable(module: ModuleInfo, outer: Sequence[ast.AST]) -> ast.stmt | None:
    """The statement around a node before which another statement can stand, and runs as often."""
    statement = nearest(outer, ast.stmt)
    if not isinstance(statement, (*_SIMPLE, *_HEADED_ONCE)) or module.origin != "project":
        return None
    line = module.source.line(statement.lineno)
    before = line.encode()[: statement.col_offset]
    return statement if not before.strip() and not line.lstrip().startswith("elif") else None


def block_holds(tree: ast.Module, statement: ast.stmt, later: ast.AST) -> bool:
    """Whether a node stands in a statement of the same block, or in one of a block further inside of it."""
    held = standing(tree)
    home = held[statement]
    for node in [*around(tree, later), later]:
        where = held.get(node)
        if where is not None and (where.holder, where.field) == (home.holder, home.field):
            return where.at >= home.at
    return False
