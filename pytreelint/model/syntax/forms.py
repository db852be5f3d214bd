"""Tests for one of the forms of an argument that a function takes: which one is given, `ndim` says at run time."""

from __future__ import annotations

import ast

from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import around, nearest
from pytreelint.model.syntax.walking import statements, walk


def is_of_another_form(tree: ast.AST, node: ast.Compare) -> bool:
    """Whether a comparison asks for a number of axes, and its function has returned before where there are others.

    if row.ndim == 1:
        return row
    if row.ndim == 2 and row.sum() > 0:  # the rows of a map do not get here
    """
    name = _asked(node)
    function = nearest(around(tree, node), FUNCTIONS) if name else None
    return function is not None and any(
        each.lineno < node.lineno
        and isinstance(each.body[-1], ast.Return)
        and any(_asked(part) == name for part in walk(each.test))
        for each in statements(function)
        if isinstance(each, ast.If)
    )


def _asked(node: ast.AST) -> str:
    """The name of an array of which a comparison wants a number of axes: `rows.ndim == 2`; "" for any other."""
    match node:
        case ast.Compare(left=ast.Attribute(value=ast.Name(id=name), attr="ndim"), ops=[ast.Eq()]):
            return name
    return ""
