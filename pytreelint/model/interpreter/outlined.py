"""What is known of the result of a call that was broken off: of which class the instance is that each `return` makes.

@classmethod
def create(cls, seed, config):
    ...
    return cls(rng, network, config)
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.model.syntax.questions import returns
from pytreelint.model.syntax.walking import inside
from pytreelint.model.values.value import FUEL, ClassValue, Function, Object, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_YIELDS = (ast.Yield, ast.YieldFrom)
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_FUNCTIONS = 256  # of which is held at a time what they make


def outlined(ev: Interpreter, function: Function, value: Value, env: dict[str, Value]) -> Value:
    """Returns the result of a call, or if that is not known, an instance of the class that each `return` calls.

    env: the function's parameters, as they were given.
    """
    name = _made(function.node) if value is FUEL else ""
    if not name:
        return value
    node = function.node
    cls = env.get(name) or (function.closure or ev.top(function.module)).find(name) or ev.name(function.module, name)
    if not isinstance(cls, ClassValue) or cls.cls.method("__new__") is not None or not _is_plain(node, name):
        return value
    made = ev.instance(cls.cls)
    return made if isinstance(made, Object) else value


@lru_cache(maxsize=_FUNCTIONS)
def _made(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> str:
    """The name that each `return` of a function calls."""
    if not isinstance(node, ast.FunctionDef) or not isinstance(node.body[-1], ast.Return):
        return ""
    called = {each.value.func if isinstance(each.value, ast.Call) else None for _, each in returns(node)}
    names = {each.id if isinstance(each, ast.Name) else "" for each in called}
    return names.pop() if len(names) == 1 else ""


@lru_cache(maxsize=_FUNCTIONS)
def _is_plain(node: ast.AST, name: str) -> bool:
    """Whether a function does not bind a name itself, other than as a parameter, and is no generator."""
    for part in inside(node):
        kind = type(part)
        if kind in _YIELDS or (kind in _NAMED and part.name == name and part is not node):  # type: ignore[attr-defined]
            return False
        if kind is ast.Name and part.id == name and type(part.ctx) is not ast.Load:  # type: ignore[attr-defined]
            return False
    return True
