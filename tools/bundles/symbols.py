"""Values that stand for "whatever is given": the model runs a function on them, and the result says what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytreelint.knowledge.libraries import MAKERS, MARKERS
from pytreelint.knowledge.operations import OPERATIONS
from pytreelint.knowledge.record import record, replace
from pytreelint.knowledge.transforms import TRANSFORMS, TRANSPARENT
from pytreelint.model.algebra import narrowing
from pytreelint.model.driver.evaluator import Evaluator
from pytreelint.model.libraries import library
from pytreelint.model.types import construct, registration
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.value import (
    Bound,
    Container,
    Library,
    Object,
    Partial,
    Union,
    Unknown,
    Value,
    union,
)

# They hand on what they are given, or are followed with it.
_KEPT = {"same", "second", "partial", "tree-partial", "replace", "setattr", "object-setattr", "super", "any-of"}
# Calls of these on a symbol stay calls: what they give follows from what the symbol will be.
_RECORDED = {"tuple", "list", "dict", "set", "frozenset", "tree-map"}
# They put items elsewhere and look into none.
_ARRANGED = {"tuple", "list", "dict", "set", "frozenset", "zip", "enumerate", "reversed"}
_BLURRED = Unknown("symbol")


@record(frozen=True, slots=True)
class Symbol(Value):
    """What a parameter is given, or what a field of `self` holds.

    Attributes:
        text: how a stub spells it: `activation`, `self.weight`.
        scope: the function whose parameter it is; one of another function may have the same name.
    """

    text: str
    scope: int


@record(frozen=True, slots=True)
class Called(Value):
    """A library's function called with symbols: `tuple(layers)`, `jax.tree.map(f, params)`."""

    name: str
    args: tuple[Value, ...]
    keywords: tuple[tuple[str, Value], ...] = ()


@record(frozen=True, slots=True)
class Choice(Value):
    """What follows from a test of a parameter: `yes if use_bias else no`."""

    test: Symbol
    suffix: str  # of the test: "", " is None", " == 'scalar'"
    yes: Value
    no: Value


SYMBOLIC = (Symbol, Called, Choice)


def holds_symbol(value: Value) -> bool:
    """Whether some part of a value is symbolic."""
    match value:
        case Symbol() | Called() | Choice():
            return True
        case Container():
            return any(map(holds_symbol, value.items)) or (value.rest is not None and holds_symbol(value.rest))
        case Object():
            return any(holds_symbol(item) for _, item in value.fields)
        case Union():
            return any(map(holds_symbol, value.options))
        case Partial():
            return any(map(holds_symbol, (*value.args, *(item for _, item in value.keywords))))
    return False


def blurred(value: Value) -> Value:
    """The value with every symbol unknown: for what would look into it."""
    match value:
        case Symbol() | Called() | Choice():
            return _BLURRED
        case Container():
            rest = blurred(value.rest) if value.rest is not None else None
            return replace(value, items=tuple(map(blurred, value.items)), rest=rest)
        case Object():
            return replace(value, fields=tuple((name, blurred(item)) for name, item in value.fields))
        case Union():
            return union(map(blurred, value.options))
        case Partial():
            keywords = tuple((name, blurred(item)) for name, item in value.keywords)
            return replace(value, args=tuple(map(blurred, value.args)), keywords=keywords)
    return value


def install() -> None:
    """Teach the model's modules, in this process, that a symbol may be anything."""
    plain_call, plain_method = library.call, library.method
    plain_instance, plain_nodelike = narrowing._is_instance, registration.nodelike

    def call(ev: Evaluator, function: Library, arguments: Arguments) -> Value:
        name, operation = function.name, OPERATIONS.get(function.name)
        given = (*arguments.args, *arguments.keywords.values())
        hands_on = name in MARKERS or name in MAKERS or name in TRANSFORMS or name in TRANSPARENT
        if operation in _KEPT or hands_on or not any(map(holds_symbol, given)):
            return plain_call(ev, function, arguments)
        if operation in _RECORDED and isinstance(given[-1], SYMBOLIC):
            return Called(name, arguments.args, tuple(arguments.keywords.items()))
        if operation in _ARRANGED:
            return plain_call(ev, function, arguments)
        return plain_call(ev, function, _blurred_call(arguments))

    def method(ev: Evaluator, function: Bound, arguments: Arguments) -> Value:
        kind = function.function.name if isinstance(function.function, Library) else ""
        if kind.startswith(("list.append", "list.extend", "dict.", "object.")):
            return plain_method(ev, function, arguments)
        return plain_method(ev, function, _blurred_call(arguments))

    def is_instance(value: Value, cls: Value) -> bool | None:
        return None if isinstance(value, SYMBOLIC) else plain_instance(value, cls)

    def nodelike(value: Value) -> bool | None:
        return None if isinstance(value, SYMBOLIC) else plain_nodelike(value)

    patches: list[tuple[Any, str, Callable[..., Any]]] = [
        (library, "call", call),
        (library, "method", method),
        (narrowing, "_is_instance", is_instance),
        (registration, "nodelike", nodelike),
        (construct, "nodelike", nodelike),
    ]
    for module, name, function in patches:
        setattr(module, name, function)


def _blurred_call(arguments: Arguments) -> Arguments:
    """The same call, as far as an operation may look into what it is given."""
    keywords = {name: blurred(value) for name, value in arguments.keywords.items()}
    arguments.args, arguments.keywords = tuple(map(blurred, arguments.args)), keywords
    return arguments
