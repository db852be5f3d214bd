"""Branches that end in `raise` whichever way they go: what fails there would have failed in any case."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import statements

_LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Try)


def is_about_to_fail(tree: ast.AST, node: ast.AST) -> bool:
    """Whether code stands in a branch that ends in `raise`, which nothing around it in its function catches."""
    inner, found = node, False
    for outer in outwards(tree, node):
        if isinstance(outer, (*FUNCTIONS, ast.ClassDef)):
            break
        if isinstance(outer, ast.Try) and inner in outer.body:
            return False
        if isinstance(outer, ast.If):
            found |= any(inner in side and _fails(side) for side in (outer.body, outer.orelse))
        inner = outer
    return found


def _fails(body: Sequence[ast.stmt]) -> bool:
    """Whether statements raise at their end, and go nowhere else before."""
    match body:
        case [*before, last]:
            left = any(isinstance(each, _LEAVING) for one in before for each in statements(one))
            return not left and (
                isinstance(last, ast.Raise) or (isinstance(last, ast.If) and _fails(last.body) and _fails(last.orelse))
            )
    return False
