"""Modules whose variables lie outside of them: `model.apply(variables, x)` runs a method of `model`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import APPLY, APPLY_OPTIONS, INIT_WITH_OUTPUT, PARAM, VARIABLE
from pytreelint.knowledge.record import replace
from pytreelint.model.algebra.narrowing import truth
from pytreelint.model.types.attributes import get
from pytreelint.model.values import marks
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    Array,
    Bound,
    Constant,
    Container,
    Function,
    Object,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter

_OWN_KEYWORDS = frozenset({"col", "name", "init_fn", "unbox"})  # all others are for the function that makes it


def run(ev: Interpreter, name: str, instance: Object, arguments: Arguments) -> Value:
    """Returns what `apply` or `init` of a module gives, which pass on all arguments but the first, or a variable."""
    if name == PARAM:
        return _made(ev, arguments, 1, (Array("key"),))
    if name == VARIABLE:
        held = _made(ev, arguments, 2, ())
        return replace(held, variable=True) if isinstance(held, Array) else held
    method = _method(ev, instance, arguments.keywords.get("method", NONE), arguments)
    keywords = {key: value for key, value in arguments.keywords.items() if key not in APPLY_OPTIONS}
    inner = replace(arguments, args=arguments.args[1:], keywords=keywords, changed={})
    result = ev.call_value(method, inner) if method is not None else DYNAMIC
    if name == INIT_WITH_OUTPUT:
        return Container("tuple", (result, Unknown("variables")))
    if name != APPLY:
        return Unknown("variables")
    if isinstance(result, Array):
        result = marks.computed(result, arguments.args[:1], ())
    changes = truth(arguments.keywords.get("mutable", Constant(False, "bool")))
    return result if changes is False else Container("tuple", (result, Unknown("variables"))) if changes else DYNAMIC


def _made(ev: Interpreter, arguments: Arguments, position: int, given: tuple[Value, ...]) -> Value:
    """A parameter or variable of the module: an array where its function makes one.

    `apply` asks for a parameter of its shape.

    Arguments:
        position, given: of the function, and what it is given before the arguments that follow it.
    """
    function = arguments.get(position, "init_fn")
    if function is None or not arguments.complete:
        return Unknown("variables")
    keywords = {key: value for key, value in arguments.keywords.items() if key not in _OWN_KEYWORDS}
    with ev.doubt():
        inner = replace(arguments, args=(*given, *arguments.args[position + 1 :]), keywords=keywords, changed={})
        made = ev.call_value(function, inner)
    return Array("jax", made.dtype) if isinstance(made, Array) else Unknown("variables")


def _method(ev: Interpreter, instance: Object, given: Value, arguments: Arguments) -> Value | None:
    """The method that is run: the one that is given, by itself or by its name."""
    name = "__call__" if given == NONE else given.value if isinstance(given, Constant) else None
    if isinstance(name, str):
        return get(ev, instance, name, arguments.node, arguments.frame)
    if isinstance(given, Function):
        return Bound(given, instance, created_in=arguments.frame.region)
    return given if isinstance(given, Bound) else None
