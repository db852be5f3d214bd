"""Reads of what a traced function renews itself: `key, sub = split(key)` of an outer `key`, which the next trace meets.

If there is none, the compiled function goes on with what the first trace has read: the same numbers in each call.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.syntax.standing import around, nearest
from pytreelint.model.syntax.walking import walk

if TYPE_CHECKING:
    from pytreelint.model.values.kept_tracers import Leak

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def read_again(site: Leak) -> ast.expr | None:
    """The read from which a function works out what it stores in the same place; None where it stores another thing."""
    target = site.node
    if not isinstance(target, (ast.Name, ast.Attribute)):
        return None
    outer = around(site.module.tree, target)
    statement, function = nearest(outer, ast.stmt), nearest(outer, _FUNCTIONS)
    if not isinstance(function, _FUNCTIONS) or function is not site.frame.function:
        return None
    if not isinstance(statement, (ast.Assign, ast.AugAssign)):
        return None
    if isinstance(statement, ast.AugAssign):
        return target
    same = _Same(target)
    values = [statement.value, *_named(statement.value, function, statement.lineno)]
    parts = (each for value in values for each in walk(value) if isinstance(each, ast.expr))
    return next((each for each in parts if same.is_read(each)), None)


def _named(value: ast.expr, function: ast.FunctionDef | ast.AsyncFunctionDef, before: int) -> Iterator[ast.expr]:
    """What the names in a value were assigned above it, in the function's own block: `key, sub = split(self.key)`."""
    names = {each.id for each in walk(value) if isinstance(each, ast.Name)}
    for statement in function.body:
        if isinstance(statement, ast.Assign) and statement.lineno < before:
            targets = {each.id for target in statement.targets for each in walk(target) if isinstance(each, ast.Name)}
            if names & targets:
                yield statement.value


class _Same:
    """A name or attribute, as it is written elsewhere."""

    def __init__(self, target: ast.expr) -> None:
        self._text = ast.unparse(target)
        self._kind = type(target)

    def is_read(self, node: ast.expr) -> bool:
        return (
            type(node) is self._kind
            and isinstance(getattr(node, "ctx", None), ast.Load)
            and ast.unparse(node) == self._text
        )
