"""Code for one of the forms of an argument that a function takes: which one a caller gives, `ndim` says at run time."""

from __future__ import annotations

import ast

from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import statements, walk


def is_for_one_form(tree: ast.AST, node: ast.AST) -> bool:
    """Whether code stands where an array has so many axes, and its function returns before where it has others.

    if row.ndim == 1:
        return row
    if row.ndim == 2 and row.sum() > 0:  # the rows of a map do not get here
    """
    inner, asked, around = node, set[str](), list[ast.AST]()
    for outer in outwards(tree, node):
        if isinstance(outer, FUNCTIONS):
            others = (each for each in statements(outer) if isinstance(each, ast.If) and each not in around)
            return bool(asked) and any(
                isinstance(each.body[-1], ast.Return) and not asked.isdisjoint(_asked(each.test)) for each in others
            )
        if isinstance(outer, ast.If) and (inner in outer.body or inner is outer.test):
            asked |= _asked(outer.test)
        around.append(outer)
        inner = outer
    return False


def _asked(test: ast.expr) -> set[str]:
    """The names of arrays of which a test wants a number of axes: `rows.ndim == 2`."""
    found = set()
    for each in walk(test):
        match each:
            case ast.Compare(left=ast.Attribute(value=ast.Name(id=name), attr="ndim"), ops=[ast.Eq()]):
                found.add(name)
    return found
