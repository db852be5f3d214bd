"""The nodes around each node of a tree, found by one walk that all questions share."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from pytreelint.model.syntax.walking import EMPTY, fields

_Node = TypeVar("_Node", bound=ast.AST)
_made = tuple.__new__  # a `Standing` in half the time
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


def nearest(outer: Sequence[ast.AST], kind: type[_Node] | tuple[type[_Node], ...]) -> _Node | None:
    """The innermost of some nodes around a place, the outermost first, that is of a kind."""
    return next((each for each in reversed(outer) if isinstance(each, kind)), None)


@lru_cache(maxsize=_TREES)
def standing(tree: ast.AST) -> dict[ast.AST, Standing]:
    """The place of each node in the node around it; the root has none, nor have contexts and operators: Python has one
    of each.
    """
    found: dict[ast.AST, Standing] = {}
    pending = [tree]
    while pending:
        node = pending.pop()
        kind = type(node)
        for field in fields(kind):
            value = getattr(node, field)
            if value.__class__ is list:
                for index, item in enumerate(value):
                    if item is not None:
                        found[item] = _made(Standing, (node, field, index))
                        if type(item) not in EMPTY:
                            pending.append(item)
            elif value is not None:
                found[value] = _made(Standing, (node, field, 0))
                if type(value) not in EMPTY:
                    pending.append(value)
    return found
