"""What parameters are that a call leaves out; of a function that nobody is seen to call, somebody may do so.

def train(model, optimizer=optax.adam):
    state = optimizer(1e-3).init(model)  # by default, what `adam` does
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.parameters import AnyFunction, signature
from pytreelint.model.syntax.walking import walk
from pytreelint.model.types.left_out import is_assumed
from pytreelint.model.values.choice import Choice
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import Token, stamped
from pytreelint.model.values.value import Array, Function, Union, Value, union

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def default(ev: Interpreter, node: ast.expr, scope: Frame) -> Value:
    """What a parameter is where it is left out: evaluated once, so that a random key is the same in each call."""
    value = ev.expression(node, scope)
    if not isinstance(value, Array) or value.flavour != "key" or value.token is not None:
        return value
    return stamped(value, ev.answer((default, node), lambda: Token(serial=0)))


def made_lambda(ev: Interpreter, node: ast.Lambda, frame: Frame) -> Value:
    """The function that a lambda makes."""
    closure = None if frame.top and frame.parent is None else with_defaults(node, frame)
    return Function(node, frame.module, closure, created_in=frame.region)


def with_defaults(node: AnyFunction, scope: Frame) -> Frame:
    """The names around a function, with its defaults as they are where it is made, for this item of a loop.

    [lambda x, f=f: f(x) for f in functions]
    """
    named = {each.id for each in (*node.args.defaults, *node.args.kw_defaults) if isinstance(each, ast.Name)}
    if not named:
        return scope
    parameters = {each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
    body = [node.body] if isinstance(node, ast.Lambda) else node.body
    read = {each.id for part in body for each in walk(part) if isinstance(each, ast.Name)} - parameters
    held = {name: value for name in named - read if (value := scope.find(name)) is not None}
    if not held:
        return scope
    own = Frame(scope.module, held, scope, scope.owner, scope.first_parameter, scope.depth, function=scope.function)
    own.region = scope.region
    return own


def assume_defaults(ev: Interpreter, node: AnyFunction, frame: Frame, scope: Frame) -> None:
    """Let parameters of an entry be their defaults, or what else a caller gives."""
    for name, default in signature(node.args).defaults.items():
        held = frame.env.get(name) if frame.env is not None else None
        if held is None or not isinstance(default, (ast.Name, ast.Attribute, ast.Call)):
            continue
        value = ev.expression(default, scope)
        joined = union([value, held]) if is_assumed(value) else held
        if isinstance(joined, Union) and frame.env is not None:
            frame.env[name] = replace(joined, choice=Choice(frame, frame.region, frozenset({name}), default=True))
