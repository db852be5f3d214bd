"""The words of bundled stubs: they give values that are known without the library's source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.knowledge.results import parse
from pytreelint.model.values.arguments import argument
from pytreelint.model.values.occurring import every
from pytreelint.model.values.specs import value_of
from pytreelint.model.values.value import (
    NONE,
    Array,
    ClassValue,
    Constant,
    Container,
    Object,
    Unknown,
    Value,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter

_UNKNOWN = Unknown("bundled")


def of(ev: Interpreter, arguments: Arguments) -> Value:
    """`of("array:jax:?")`: a value of which the words of `knowledge.results` say all that is known."""
    spec = argument(arguments, 0)
    value = value_of(parse(str(spec.value)), default=_UNKNOWN) if isinstance(spec, Constant) else _UNKNOWN
    return replace(value, declared=True) if "declared" in arguments.keywords and isinstance(value, Array) else value


def instance_with(ev: Interpreter, arguments: Arguments) -> Value:
    """`made(Linear, weight=..., bias=None)`: an instance with these fields.

    `made(cls, ...)` in a class method is one of the class that is asked: a subclass may have more fields.
    """
    kind = argument(arguments, 0)
    if not isinstance(kind, ClassValue):
        return _UNKNOWN
    complete = kind.cls.fields().keys() <= arguments.keywords.keys()
    return Object(kind.cls, tuple(arguments.keywords.items()), exact=complete and not kind.cls.is_open)


def some(ev: Interpreter, arguments: Arguments) -> Value:
    """`some(Linear)`: an instance of the class or of a subclass."""
    kind = argument(arguments, 0)
    return ev.instance(kind.cls) if isinstance(kind, ClassValue) else _UNKNOWN


def put(ev: Interpreter, arguments: Arguments) -> Value:
    """`put(self, step=...)`: the same instance with other fields."""
    value = argument(arguments, 0)
    if not isinstance(value, Object):
        return _UNKNOWN
    for name, item in arguments.keywords.items():
        value = value.put(name, item)
    return value


def many(ev: Interpreter, arguments: Arguments) -> Value:
    """`many("tuple", first, rest=other)`: a container of any number of items."""
    kind, *items = arguments.args
    assert isinstance(kind, Constant)
    return Container(kind.value, tuple(items), (), arguments.keywords.get("rest"))


def one(ev: Interpreter, arguments: Arguments) -> Value:
    """`one(a, b)`: one of these."""
    return union(arguments.args)


def each(ev: Interpreter, arguments: Arguments) -> Value:
    """`each(a, b)`: what a container holds in which each of these occurs."""
    return every(arguments.args)


def drawn(ev: Interpreter, arguments: Arguments) -> Value:
    """`drawn(key)`: the call certainly draws from a key; `knowledge.objects.DRAWS` names it like any sampler."""
    return NONE


HANDLERS = {
    "bundled-of": of,
    "bundled-made": instance_with,
    "bundled-some": some,
    "bundled-put": put,
    "bundled-many": many,
    "bundled-one": one,
    "bundled-each": each,
    "bundled-drawn": drawn,
}
