"""Whether the program catches the error that a fix takes away: then it ran, and does something else after the fix."""

from __future__ import annotations

import ast
from functools import lru_cache

from pytreelint.knowledge.words import SWALLOWING
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.syntax.standing import around, standing
from pytreelint.rules.conditions import CAUGHT
from pytreelint.rules.finding import Condition


def caught(module: ModuleInfo, *nodes: ast.AST) -> list[Condition]:
    """The condition that fails where some node stands in a `try` that goes on after errors, or is run from one.

    Functions around a node are looked for by name: one name too many makes a fix unsafe, and no more.
    """
    waiting, names = list(nodes), set[str]()
    while waiting:
        node = waiting.pop()
        if _is_caught(module, node):
            return [CAUGHT]
        for each in around(module.tree, node):
            if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) and each.name not in names:
                names.add(each.name)
                waiting += _calls(module.tree).get(each.name, ())
    return []


@lru_cache(maxsize=32)
def _calls(tree: ast.Module) -> dict[str, list[ast.Call]]:
    """The calls of a module by the last part of what they call."""
    found: dict[str, list[ast.Call]] = {}
    for node in standing(tree):
        if isinstance(node, ast.Call):
            found.setdefault(_last(node.func), []).append(node)
    return found


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
    return _last(context.func if isinstance(context, ast.Call) else context) in SWALLOWING


def _last(called: ast.expr) -> str:
    """The last part of a name, or nothing."""
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
