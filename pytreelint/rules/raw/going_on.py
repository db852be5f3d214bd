"""Whether the tree that an expression gives is taken apart again: `sum(tree.leaves(tree.map(f, model)))`."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.knowledge.repairs import TAKES_APART
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.syntax.standing import around
from pytreelint.model.syntax.walking import arguments_of, walk
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Library

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)


def goes_on(model: Model, module: ModuleInfo, node: ast.AST) -> bool:
    """Whether a library gets the value of an expression, directly or by a local name."""
    outer = around(module.tree, node)
    if not outer:
        return False
    if isinstance(outer[-1], ast.Call):
        return _by_library(model, module, outer[-1], node)
    if not isinstance(outer[-1], ast.Assign):
        return False
    names = {target.id for target in outer[-1].targets if isinstance(target, ast.Name)}
    scope = next(each for each in reversed(outer) if isinstance(each, _SCOPES))
    passed = [each for name in names for each in _passed(scope).get(name, ())]
    return any(_by_library(model, module, call, argument) for call, argument in passed)


@lru_cache(maxsize=64)
def _passed(scope: ast.AST) -> dict[str, list[tuple[ast.Call, ast.Name]]]:
    """The calls in a scope that a name is an argument of."""
    found: dict[str, list[tuple[ast.Call, ast.Name]]] = {}
    for call in (each for each in walk(scope) if isinstance(each, ast.Call)):
        for argument in arguments_of(call):
            if isinstance(argument, ast.Name):
                found.setdefault(argument.id, []).append((call, argument))
    return found


def _by_library(model: Model, module: ModuleInfo, call: ast.Call, argument: ast.AST) -> bool:
    """Whether a call that takes trees apart is given the argument."""
    if call.func is argument:
        return False
    with model.aside():
        called = model.expression(call.func, Frame(module, {}, top=True))
    return isinstance(called, Library) and called.name in TAKES_APART
