"""Where a call finds the method that it runs, if none is written: in what a name, a list or a dict holds.

for hook in self.hooks:
    hook(loss)  # `self.hooks = [logger.record]`
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import walk

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame


def held_in(function: ast.expr, frame: Frame) -> ast.Attribute | ast.Name | None:
    """The attribute or name that holds what is called, by itself or as an item; None where it is neither."""
    if isinstance(function, ast.Name):
        return gone_through(function.id, frame) or function
    while isinstance(function, ast.Subscript):
        function = function.value
    return function if isinstance(function, (ast.Attribute, ast.Name)) else None


def gone_through(name: str, frame: Frame) -> ast.Attribute | ast.Name | None:
    """The attribute or name that a loop goes through item by item, as `hook` of `for hook in self.hooks`."""
    function = frame.function
    names = [each for each in walk(function) if isinstance(each, ast.Name) and each.id == name] if function else []
    bound = [each for each in names if isinstance(each.ctx, ast.Store)]
    loop = next(outwards(function, bound[0]), None) if function is not None and len(bound) == 1 else None
    return loop.iter if isinstance(loop, ast.For) and isinstance(loop.iter, (ast.Attribute, ast.Name)) else None


def scope_of(name: str, frame: Frame) -> Frame | None:
    """The activation that a name belongs to, which may have returned; None where it is the module's."""
    scope: Frame | None = frame
    while scope is not None:
        if name in scope.env if scope.env is not None else any(name in final for final in scope.finals):
            return scope
        scope = scope.parent
    return None
