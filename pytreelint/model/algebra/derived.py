"""A function and its derivative with one key: both are of the same numbers, and shall be.

`value = loss(w, batch, key)` beside `grads = jax.grad(loss)(w, batch, key)`. So are the derivatives of its several
outputs: `for gradient in gradients: gradient(w, batch, key)`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.free import free_names
from pytreelint.model.syntax.standing import around, nearest
from pytreelint.model.syntax.walking import arguments_of, walk
from pytreelint.model.values.value import Transformed

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.states import Event

_GRADIENT = "grad"  # the family of its transforms


def are_of_one(ev: Interpreter, before: Event, again: Event, frame: Frame) -> bool:
    """Whether one call takes a derivative of what another one computes, of all but the first argument alike."""
    if before.module is not frame.module or before.inner is None or again.inner is None:
        return False
    if before.innermost.node is not again.innermost.node:
        return False
    one, two = _call(frame, before.node), _call(frame, again.node)
    if one is not None and one is two:
        return _is_another(ev, one, frame)
    if one is None or two is None or _others(one) != _others(two) or ast.unparse(one.func) == ast.unparse(two.func):
        return False
    with ev.aside():
        return any(_is_derivative(ev, each, frame) for each in (one, two))


def _is_another(ev: Interpreter, call: ast.Call, frame: Frame) -> bool:
    """Whether each iteration of a loop takes another derivative, one of those that it goes over, of the same data."""
    loop = nearest(around(frame.module.tree, call), ast.For)
    if loop is None or not isinstance(call.func, ast.Name) or not _binds(loop.target, call.func.id):
        return False
    bound = {node.id for node in walk(loop) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    if not all(bound.isdisjoint(free_names(each)) for each in arguments_of(call)):
        return False
    with ev.aside():
        return _is_derivative(ev, call, frame)


def _binds(target: ast.expr, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in walk(target))


def _call(frame: Frame, node: ast.AST) -> ast.Call | None:
    """The call at a place, or the one that an argument stands in."""
    places = (node, *reversed(around(frame.module.tree, node)))
    return next((each for each in places if isinstance(each, ast.Call)), None)


def _others(call: ast.Call) -> tuple[list[str], list[str]]:
    """The arguments of a call behind the first one, by which derivatives are taken."""
    return [ast.unparse(each) for each in call.args[1:]], sorted(ast.unparse(each) for each in call.keywords)


def _is_derivative(ev: Interpreter, call: ast.Call, frame: Frame) -> bool:
    function = ev.expression(call.func, frame)
    while isinstance(function, Transformed):
        if function.transform.family == _GRADIENT:
            return True
        function = function.function
    return False
