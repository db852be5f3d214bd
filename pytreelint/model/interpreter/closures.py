"""Functions that a call gives: what they capture of its parameters are objects of the caller.

evaluate = make_evaluator(params, data)
params = step(params, batch)  # donates what `evaluate` holds
evaluate()
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.free import captured_names
from pytreelint.model.values.actual import actual
from pytreelint.model.values.identity import holding, plain, with_tokens
from pytreelint.model.values.value import Bound, Container, Function, Object, Partial, Transformed, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Token


def hold(
    values: Iterable[Value], frame: Frame, formals: Mapping[Token, str], env: Mapping[str, Value], start: int
) -> None:
    """A call has been followed for this caller: what it gives captures the caller's objects.

    Arguments:
        values: what it gives, and leaves in its arguments; frame: its activation; formals, env: its parameters;
            start: when it began.
    """
    for function in _functions(values):
        if function.closure is frame:
            for names in _names(frame):
                for name in _captured(function, names).intersection(env):
                    names[name] = actual(names[name], formals, env, start, {})


def forget(values: Iterable[Value], called: Function) -> None:
    """Another call is given what one has made: whose objects it captures is not known any more."""
    for function in _functions(values):
        frame = function.closure
        for names in _names(frame) if frame is not None and frame.function is called.node else ():
            for name in _captured(function, names):
                names[name] = plain(names[name])


def of_each(item: Value, start: int) -> Value:
    """One item stands for all that a comprehension makes: what its function holds of its pass is another thing in each.

    Arguments:
        start: the serial behind those of the objects from outside, which are the same in all of them.
    """

    def outside(token: Token) -> Token | None:
        return token if token.serial < start else None

    for function in _functions((item,)):
        for names in _names(function.closure) if function.closure is not None and function.closure.env is None else ():
            for name in _captured(function, names):
                names[name] = with_tokens(names[name], outside)
    if type(item) is Bound:
        return replace(item, instance=with_tokens(item.instance, outside))
    return holding(item, outside) if type(item) is Partial else item


def _captured(function: Function, names: Mapping[str, Value]) -> set[str]:
    """The names of the activation around it that a function captures, by itself and by those that it captures."""
    found, functions = set[str](), [function]
    while functions:
        new = captured_names(functions.pop().node).intersection(names) - found
        found |= new
        functions += [each for each in _functions(names[name] for name in new) if each.closure is function.closure]
    return found


def _functions(values: Iterable[Value]) -> Iterator[Function]:
    """The functions among what a call gives, and in its containers and instances: `self.step = jax.jit(step)`."""
    for value in values:
        each = _wrapped(value)
        if type(each) is Function:
            yield each
        elif type(each) is Container:
            yield from (inner for item in each.items if type(inner := _wrapped(item)) is Function)
        elif type(each) is Object:
            yield from (inner for _, held in each.fields if type(inner := _wrapped(held)) is Function)


def _wrapped(value: Value) -> Value:
    """A function without the transforms and partials around it."""
    while type(value) is Transformed or type(value) is Partial:
        value = value.function
    return value


def _names(frame: Frame) -> list[dict[str, Value]]:
    return [*([frame.env] if frame.env is not None else ()), *frame.finals]
