"""Modules whose variables lie outside of them: `model.apply(variables, x)` runs a method of `model`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import APPLY, APPLY_OPTIONS, INIT_WITH_OUTPUT, PARAM
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

_OWN_KEYWORDS = frozenset({"name", "init_fn", "unbox"})  # all others are for the function that makes the parameter


def run(ev: Interpreter, name: str, instance: Object, arguments: Arguments) -> Value:
    """Returns what `apply` or `init` of a module gives, which pass on all arguments but the first, or a parameter."""
    if name == PARAM:
        return _parameter(ev, arguments)
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


def _parameter(ev: Interpreter, arguments: Arguments) -> Value:
    """A parameter of the module: an array where its function makes one, as `apply` asks for one of its shape."""
    function = arguments.get(1, "init_fn")
    if function is None or not arguments.complete:
        return Unknown("variables")
    keywords = {key: value for key, value in arguments.keywords.items() if key not in _OWN_KEYWORDS}
    with ev.doubt():
        inner = replace(arguments, args=(Array("key"), *arguments.args[2:]), keywords=keywords, changed={})
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
