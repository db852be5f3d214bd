"""What is known of the result of a call that was broken off, by what each `return` of the function writes.

def step(state, batch):
    ...
    return state, loss  # two things

@classmethod
def create(cls, seed, config):
    ...
    return cls(rng, network, config)  # an instance
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pytreelint.model.syntax.questions import returns
from pytreelint.model.syntax.walking import inside
from pytreelint.model.values.value import FUEL, ClassValue, Container, Function, Object, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_YIELDS = (ast.Yield, ast.YieldFrom)
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_FUNCTIONS = 256  # of which is held at a time what they write


class _Written(NamedTuple):
    """What each `return` of a function writes: a tuple of so many items, or a call of this name; else 0 and ""."""

    length: int = 0
    called: str = ""


def outlined(ev: Interpreter, function: Function, value: Value, env: dict[str, Value]) -> Value:
    """Returns the result of a call, or what the function's own `return`s say of it where it is not known.

    env: the function's parameters, as they were given.
    """
    if value is not FUEL:
        return value
    length, name = _written(function.node)
    if length:
        return Container("tuple", (FUEL,) * length)
    if not name:
        return value
    cls = env.get(name) or (function.closure or ev.top(function.module)).find(name) or ev.name(function.module, name)
    if not isinstance(cls, ClassValue) or cls.cls.method("__new__") is not None:
        return value
    made = ev.instance(cls.cls)
    return made if isinstance(made, Object) else value


@lru_cache(maxsize=_FUNCTIONS)
def _written(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> _Written:
    if not isinstance(node, ast.FunctionDef) or not isinstance(node.body[-1], ast.Return):
        return _Written()
    found = {_of_return(each.value) for _, each in returns(node)}
    written = found.pop() if len(found) == 1 else _Written()
    return written if any(written) and _gives_it(node, written.called) else _Written()


def _of_return(node: ast.expr | None) -> _Written:
    match node:
        case ast.Tuple(elts=parts) if not any(isinstance(part, ast.Starred) for part in parts):
            return _Written(length=len(parts))
        case ast.Call(func=ast.Name(id=name)):
            return _Written(called=name)
    return _Written()


def _gives_it(node: ast.FunctionDef, called: str) -> bool:
    """Whether a function is no generator, and binds the name that it calls at most as a parameter."""
    for part in inside(node):
        kind = type(part)
        if kind in _YIELDS or (kind in _NAMED and part.name == called and part is not node):  # type: ignore[attr-defined]
            return False
        if kind is ast.Name and part.id == called and type(part.ctx) is not ast.Load:  # type: ignore[attr-defined]
            return False
    return True
