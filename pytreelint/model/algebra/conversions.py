"""Calls of Python's own that make a number of numbers, or a text: `float(x)`, `min(a, b)`, `round(x, 3)`, `str(x)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pytreelint.model.algebra import subscripts
from pytreelint.model.algebra.arithmetic import is_number
from pytreelint.model.values.arguments import argument
from pytreelint.model.values.counting import counted_by, derived
from pytreelint.model.values.value import (
    DYNAMIC,
    Array,
    Constant,
    Container,
    Opaque,
    Scalar,
    Unknown,
    Value,
    constant,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter

_KINDS = ("bool", "int", "float", "complex")  # each takes those before it without loss

_NUMPY = ("numpy", "numpy-scalar")  # only its scalars round, and without digits to an int


def _converted(kind: str, convert: Callable[[Any], Any]) -> Callable[[Interpreter, Arguments], Value]:
    def run(ev: Interpreter, arguments: Arguments) -> Value:
        """The number itself where it is known."""
        given = arguments.args[0] if len(arguments.args) == 1 else None
        result: Value = Scalar(kind)  # type: ignore[arg-type]
        if isinstance(given, Constant):
            try:
                result = constant(convert(given.value))
            except (ValueError, TypeError, OverflowError):
                return result
        if not isinstance(given, (Constant, Scalar)) or not is_number(given):
            return result
        return derived(result, given) if _KINDS.index(kind) >= _KINDS.index(given.kind) else result

    return run


def _one_of(ev: Interpreter, arguments: Arguments) -> Value:
    """Returns the result of `min(...)` or `max(...)`: any argument; of a count and a bound, a count."""
    if len(arguments.args) == 1:
        return subscripts.element(ev, argument(arguments, 0))
    kinds = [value.kind for value in arguments.args if isinstance(value, (Constant, Scalar)) and is_number(value)]
    counting = [value for value in arguments.args if counted_by(value) is not None]
    if counting and len(kinds) == len(arguments.args):
        return derived(Scalar(max(kinds, key=_KINDS.index)), *counting)  # type: ignore[arg-type]
    return union(arguments.args)


def _rounded(ev: Interpreter, arguments: Arguments) -> Value:
    """`round(x)`: an integer; with digits, and of integers, what it was given."""
    value = argument(arguments, 0)
    if isinstance(value, Array):
        return Scalar("int") if value.flavour in _NUMPY and len(arguments.args) == 1 else value
    if not isinstance(value, (Scalar, Constant)) or value.kind not in ("int", "float"):
        return DYNAMIC
    kept = Scalar(value.kind)  # type: ignore[arg-type]
    return derived(kept, value) if value.kind == "int" or len(arguments.args) == 2 else DYNAMIC


def _absolute(ev: Interpreter, arguments: Arguments) -> Value:
    """`abs(x)`: the number itself where it is known; a bool's is an integer, a complex number's a float."""
    value = argument(arguments, 0)
    if not isinstance(value, (Scalar, Constant)) or not is_number(value):
        return value if isinstance(value, (Array, Unknown)) else DYNAMIC
    if isinstance(value, Constant):
        return derived(constant(abs(value.value)), value)
    return derived(Scalar({"bool": "int", "complex": "float"}.get(value.kind, value.kind)), value)  # type: ignore[arg-type]


def _length(ev: Interpreter, arguments: Arguments) -> Value:
    """`len(x)`: the number of items, where all of them are known."""
    value = argument(arguments, 0)
    known = subscripts.sequence(value) or value
    if isinstance(known, Container) and known.rest is None and known.kind in ("list", "tuple", "dict"):
        return constant(len(known.items))
    return constant(len(value.value)) if isinstance(value, Constant) and value.kind == "str" else Scalar("int")


def _text(ev: Interpreter, arguments: Arguments) -> Value:
    """`str(x)`: the text where it is known."""
    given = arguments.args[0] if len(arguments.args) == 1 else None
    known = isinstance(given, Constant) and given.kind in ("str", "bool", "int", "NoneType")
    return constant(str(given.value)) if isinstance(given, Constant) and known else Opaque("str")


HANDLERS: dict[str, Callable[[Interpreter, Arguments], Value]] = {
    "as-bool": _converted("bool", bool),
    "as-int": _converted("int", int),
    "as-float": _converted("float", float),
    "as-complex": _converted("complex", complex),
    "any-of": _one_of,
    "round": _rounded,
    "absolute": _absolute,
    "length": _length,
    "as-text": _text,
}
