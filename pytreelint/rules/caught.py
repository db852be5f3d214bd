"""Whether an error that a fix takes away is caught: then the program ran, and does something else from now on."""

from __future__ import annotations

import ast

from pytreelint.model.modules import ModuleInfo
from pytreelint.model.standing import around
from pytreelint.rules.conditions import CAUGHT
from pytreelint.rules.finding import Condition

_SWALLOWS = frozenset({"suppress", "raises", "assertRaises", "assertRaisesRegex"})  # by the last part of the name


def caught(module: ModuleInfo, *nodes: ast.AST) -> list[Condition]:
    """The condition that fails where one of some nodes stands in a `try` that goes on after errors."""
    return [CAUGHT] if any(_is_caught(module, node) for node in nodes) else []


def _is_caught(module: ModuleInfo, node: ast.AST) -> bool:
    outer = around(module.tree, node)
    for each, inner in zip(outer, [*outer, node][1:], strict=True):
        if isinstance(each, ast.Try) and inner in each.body and not all(_raises(handler) for handler in each.handlers):
            return True
        if isinstance(each, (ast.With, ast.AsyncWith)) and any(_swallows(item.context_expr) for item in each.items):
            return True
    return False


def _raises(handler: ast.ExceptHandler) -> bool:
    return isinstance(handler.body[-1], ast.Raise)


def _swallows(context: ast.expr) -> bool:
    called = context.func if isinstance(context, ast.Call) else context
    return (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) in _SWALLOWS
