"""Functions that a call gives: what they capture of its parameters are objects of the caller.

evaluate = make_evaluator(params, data)
params = step(params, batch)  # donates what `evaluate` holds
evaluate()
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.syntax.free import free_names
from pytreelint.model.values.identity import actual, plain
from pytreelint.model.values.value import Container, Function, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Token


def hold(value: Value, frame: Frame, formals: Mapping[Token, str], env: Mapping[str, Value], start: int) -> None:
    """A call has been followed for this caller: what it gives captures the caller's objects.

    Arguments:
        value: what it gives; frame: its activation; formals, env: its parameters; start: when it began.
    """
    for function in _functions(value):
        if function.closure is frame:
            for names in _names(frame):
                for name in free_names(function.node) & names.keys() & env.keys():
                    names[name] = actual(names[name], formals, env, start, {})


def forget(value: Value, called: Function) -> None:
    """Another call is given what one has made: whose objects it captures is not known any more."""
    for function in _functions(value):
        frame = function.closure
        for names in _names(frame) if frame is not None and frame.function is called.node else ():
            for name in free_names(function.node) & names.keys():
                names[name] = plain(names[name])


def _functions(value: Value) -> Iterator[Function]:
    """The functions among what a call gives."""
    if type(value) is Function:
        yield value
    elif type(value) is Container:
        yield from (item for item in value.items if type(item) is Function)


def _names(frame: Frame) -> list[dict[str, Value]]:
    return [*([frame.env] if frame.env is not None else ()), *frame.finals]
