"""What parameters are that a call leaves out; of a function that nobody is seen to call, somebody may do so.

def train(model, optimizer=optax.adam):
    state = optimizer(1e-3).init(model)  # by default, what `adam` does
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.parameters import AnyFunction, signature
from pytreelint.model.values.choices import Choice
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import Token, stamped
from pytreelint.model.values.value import Array, Function, Library, Optimizer, Partial, Union, Value, union

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def default(ev: Interpreter, node: ast.expr, scope: Frame) -> Value:
    """What a parameter is where it is left out: evaluated once, so that a random key is the same in each call."""
    value = ev.expression(node, scope)
    if not isinstance(value, Array) or value.flavour != "key" or value.token is not None:
        return value
    return stamped(value, ev.answer((default, node), lambda: Token(serial=0)))


def assume_defaults(ev: Interpreter, node: AnyFunction, frame: Frame, scope: Frame) -> None:
    """Let parameters of an entry be their defaults, or what else a caller gives."""
    for name, default in signature(node.args).defaults.items():
        held = frame.env.get(name) if frame.env is not None else None
        if held is None or not isinstance(default, (ast.Name, ast.Attribute, ast.Call)):
            continue
        value = ev.expression(default, scope)
        joined = union([value, held]) if _is_assumed(value) else held
        if isinstance(joined, Union) and frame.env is not None:
            frame.env[name] = replace(joined, choice=Choice(frame, frame.region, frozenset({name})))


def _is_assumed(value: Value) -> bool:
    """Whether a default is a function, or an optimizer."""
    if isinstance(value, Partial):
        return _is_assumed(value.function)
    return isinstance(value, (Function, Library, Optimizer))
