"""Whether code asks an array for its shape and dtype alone, so that its numbers are nothing to it."""

from __future__ import annotations

import ast

from pytreelint.knowledge.demands import LIKE
from pytreelint.knowledge.objects import SHOWN_OF
from pytreelint.model.syntax.standing import standing
from pytreelint.model.syntax.walking import walk

_LIKE = frozenset([name.rpartition(".")[2] for name in LIKE])
_MAPS = frozenset({"map", "tree_map"})


def is_shape_only(tree: ast.AST, node: ast.AST) -> bool:
    """Whether an expression is used for a shape alone: `x.shape`, `zeros_like(x)`, `map(lambda a: a.shape, x)`."""
    where = standing(tree).get(node)
    if where is None:
        return False
    match where.holder:
        case ast.Attribute(attr=name):
            return name in SHOWN_OF
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[first, *rest]) if where.field == "args":
            if first is node:
                return name in _LIKE
            return name in _MAPS and isinstance(first, ast.Lambda) and _asks_shape(tree, first, rest.index(node))  # type: ignore[arg-type]
    return False


def _asks_shape(tree: ast.AST, function: ast.Lambda, position: int) -> bool:
    """Whether a lambda asks one of its arguments for its shape alone."""
    parameters = function.args.args
    if position >= len(parameters):
        return False
    name = parameters[position].arg
    uses = [each for each in walk(function.body) if isinstance(each, ast.Name) and each.id == name]
    return all(is_shape_only(tree, each) for each in uses)
