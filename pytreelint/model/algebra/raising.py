"""Alternatives of a union of which an operation certainly raises: they give nothing, and the others go on."""

from __future__ import annotations

from collections.abc import Callable

from pytreelint.model.values.unknowns import beyond
from pytreelint.model.values.value import Array, Constant, Container, Opaque, Scalar, Union, Value, options_of, union

_NUMBERS: dict[str, type] = {"bool": bool, "int": int, "float": float, "complex": complex}


def alive(value: Union, raises: Callable[[Value], bool], gives: Callable[[Value], Value]) -> Value:
    """Returns the result of an operation for the alternatives on which it does not certainly raise."""
    return union([gives(option) for option in value.options if not raises(option)] or [beyond(value)])


def lacks(value: Value, attribute: str) -> bool:
    """Whether a value certainly has no attribute of that name: None, a Python number, a string."""
    kind = _kind(value)
    return kind is not None and not hasattr(kind, attribute)


def has_no_name(value: Value, name: str) -> bool:
    """Whether a value certainly has no item of that name: what has no items at all, a string, a dict of other names."""
    if isinstance(value, Container) and value.kind == "dict":
        return value.rest is None and name not in value.keys
    return is_no_sequence(value) or isinstance(value, Opaque) and value.kind == "str"


def is_no_sequence(value: Value) -> bool:
    """Whether a value certainly has no items: None or a Python number."""
    kind = _kind(value)
    return kind is not None and not hasattr(kind, "__getitem__")


def gives_nothing(value: Value) -> bool:
    """Whether an iteration over a value certainly comes to no item: it raises, or what it goes through is empty."""
    return is_no_sequence(value) or (isinstance(value, Container) and not value.items and value.rest is None)


def is_not_callable(value: Value) -> bool:
    """Whether calling a value certainly raises: None, a number, a string."""
    return _kind(value) is not None


def has_no_operators(value: Value) -> bool:
    """Whether arithmetic with a value certainly raises."""
    return isinstance(value, Constant) and value.value is None


def acting(value: Value) -> Value:
    """Returns an operand without the alternative None, for an operator that raises there."""
    if type(value) is not Union or value.each or not any(has_no_operators(option) for option in value.options):
        return value
    return union([option for option in value.options if not has_no_operators(option)] or [value])


def compared(value: Value, other: Value) -> Value:
    """Returns what `==` compares with a number or array: of an array that an annotation says may be None, the array.

    Somebody passes the array, and nothing compares None with a number on purpose.
    """
    if isinstance(other, Array) or _kind(other) in _NUMBERS.values():
        left = acting(value)
        if all(isinstance(option, Array) and option.declared for option in options_of(left)):
            return left
    return value


def _kind(value: Value) -> type | None:
    if isinstance(value, Constant):
        return type(value.value)
    return _NUMBERS[value.kind] if isinstance(value, Scalar) else None
