"""Whether a wrapper stays in the activation that makes it: nothing that this leaves, or gives away, holds it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pytreelint.model.syntax.free import captured_names
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.values.value import (
    FUEL,
    Bound,
    Container,
    Function,
    Object,
    Partial,
    Transformed,
    Union,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

_DEPTH = 5  # how far into what is left a wrapper is looked for


def stays(ev: Interpreter, wrapper: Transformed, home: Frame) -> bool:
    """Whether a wrapper that an activation makes, or is given, serves only the calls that were seen."""
    if wrapper.site in ev.events.given_away:
        return False
    if _is_only_called(wrapper.site, home):
        return True
    frames = [each for each in home.and_around() if each.function is home.function]  # those of its comprehensions
    return not any(_holds(value, wrapper) for each in frames for value in _left(each))


def _is_only_called(site: ast.AST, home: Frame) -> bool:
    """Whether a call is the function of another one, `jit(f)(x)`: what it gives has no name by which to be held."""
    holder = next(outwards(home.function or home.module.tree, site), None)
    return isinstance(holder, ast.Call) and holder.func is site


def _left(frame: Frame) -> Iterator[Value]:
    """What an activation gives, objects in which it may leave something, and what it binds of others."""
    yield from frame.returns
    yield from frame.yields
    for names in (*frame.finals, frame.env or {}):
        for name, value in names.items():
            if isinstance(value, (Object, Container)) or name in frame.outer or name in frame.globals:
                yield value


def _holds(value: Value, wrapper: Transformed, depth: int = 0) -> bool:
    """Whether a value is, or has inside it, what a transform made at a place; what was not worked out may be."""
    if value is FUEL or (isinstance(value, Transformed) and value.site is wrapper.site):
        return True
    return depth < _DEPTH and any(_holds(each, wrapper, depth + 1) for each in _inside(value))


def _inside(value: Value) -> Sequence[Value]:
    match value:
        case Union():
            return value.options
        case Container():
            return (*value.items, *((value.rest,) if value.rest is not None else ()))
        case Object():
            return [held for _, held in value.fields]
        case Partial():
            return (value.function, *value.args, *(held for _, held in value.keywords))
        case Transformed():
            return (value.function,)
        case Bound():
            return (value.instance,)
        case Function(closure=scope) if scope is not None and not scope.top:
            return [held for name in captured_names(value.node) if (held := scope.find(name)) is not None]
    return ()
