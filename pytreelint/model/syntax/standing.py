"""The nodes around each node of a tree, found by one walk that all questions share."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pytreelint.model.syntax.walking import fields

_TREES = 8  # whose nodes are held at a time: a file and those that its findings lie in


class Standing(NamedTuple):
    """In which node another one stands, in which of its fields, and at which position where that is a list."""

    holder: ast.AST
    field: str
    at: int


def around(tree: ast.AST, node: ast.AST) -> list[ast.AST]:
    """The nodes around a node, the outermost first; empty where it is not in the tree."""
    return list(outwards(tree, node))[::-1]


def outwards(tree: ast.AST, node: ast.AST) -> Iterator[ast.AST]:
    """The nodes around a node, the innermost first."""
    held = standing(tree)
    while (where := held.get(node)) is not None:
        node = where.holder
        yield node


@lru_cache(maxsize=_TREES)
def standing(tree: ast.AST) -> dict[ast.AST, Standing]:
    """The place of each node in the node around it; the root has none, nor have contexts and operators: Python has one
    of each.
    """
    found: dict[ast.AST, Standing] = {}
    pending = [tree]
    while pending:
        node = pending.pop()
        for field in fields(node):
            value = getattr(node, field, None)
            if value.__class__ is list:
                for index, item in enumerate(value):
                    if isinstance(item, ast.AST):
                        found[item] = Standing(node, field, index)
                        pending.append(item)
            elif isinstance(value, ast.AST):
                found[value] = Standing(node, field, 0)
                pending.append(value)
    return found
