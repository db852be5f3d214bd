"""Whether a name is assigned anew before anything reads what a statement has assigned to it."""

from __future__ import annotations

import ast

from pytreelint.model.syntax.standing import around, standing
from pytreelint.model.syntax.walking import walk

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def position(node: ast.AST | None) -> tuple[int, int]:
    """Where a node begins."""
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))


def is_overwritten(tree: ast.AST, scope: ast.AST, statement: ast.stmt, name: str) -> bool:
    """Whether whatever reads a name behind a statement reads what was assigned to it since."""
    uses = [node for node in walk(scope) if isinstance(node, ast.Name) and node.id == name]
    stores = [node for node in uses if isinstance(node.ctx, ast.Store)]
    if isinstance(scope, ast.Module) and len(stores) == 1 and not name.startswith("_"):
        return False  # another module, or the reader of a notebook, may look at it
    if any(isinstance(each, (ast.Global, ast.Nonlocal)) and name in each.names for each in walk(scope)):
        return False
    others = [each for node in stores if (each := _statement(tree, node)) is not None and each is not statement]
    reads = (n for n in uses if isinstance(n.ctx, ast.Load) or isinstance(standing(tree)[n].holder, ast.AugAssign))
    return not any(_may_see(tree, scope, statement, node, others) for node in reads)


def _statement(tree: ast.AST, node: ast.AST) -> ast.stmt | None:
    return next((each for each in reversed(around(tree, node)) if isinstance(each, ast.stmt)), None)


def _may_see(tree: ast.AST, scope: ast.AST, statement: ast.stmt, use: ast.Name, others: list[ast.stmt]) -> bool:
    """Whether a use of a name may read what a statement has assigned to it, and not what one of the others has."""
    outer = around(tree, use)
    if any(isinstance(each, _FUNCTIONS) for each in outer[outer.index(scope) + 1 :]):
        return True  # it runs some time
    shared = set(around(tree, statement))
    loop = next((each for each in reversed(outer) if isinstance(each, _LOOPS) and each in shared), None)
    behind = position(use) > position(statement) and statement not in outer
    if not behind and loop is None:
        return False
    return not any(
        _comes_before(tree, each, outer)
        and (position(each) > position(statement) if behind else loop in around(tree, each))
        for each in others
    )


def _comes_before(tree: ast.AST, statement: ast.stmt, outer: list[ast.AST]) -> bool:
    """Whether a statement runs before each run of what stands in these nodes: in a block around it, further up."""
    where = standing(tree)[statement]
    for each in outer:
        other = standing(tree).get(each)
        if other is not None and other.holder is where.holder and other.field == where.field:
            return where.at < other.at
    return False
