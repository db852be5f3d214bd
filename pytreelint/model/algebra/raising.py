"""Alternatives of a union of which an operation certainly raises: they give nothing, and the others go on."""

from __future__ import annotations

from collections.abc import Callable

from pytreelint.model.values.unknowns import beyond
from pytreelint.model.values.value import Constant, Scalar, Union, Value, union

_NUMBERS: dict[str, type] = {"bool": bool, "int": int, "float": float, "complex": complex}


def alive(value: Union, raises: Callable[[Value], bool], gives: Callable[[Value], Value]) -> Value:
    """Returns the result of an operation for the alternatives on which it does not certainly raise."""
    return union([gives(option) for option in value.options if not raises(option)] or [beyond(value)])


def lacks(value: Value, attribute: str) -> bool:
    """Whether a value certainly has no attribute of that name: None, a Python number, a string."""
    kind = _kind(value)
    return kind is not None and not hasattr(kind, attribute)


def is_no_sequence(value: Value) -> bool:
    """Whether a value certainly has no items: None or a Python number."""
    kind = _kind(value)
    return kind is not None and not hasattr(kind, "__getitem__")


def is_not_callable(value: Value) -> bool:
    """Whether calling a value certainly raises: None, a number, a string."""
    return _kind(value) is not None


def has_no_operators(value: Value) -> bool:
    """Whether arithmetic with a value certainly raises."""
    return isinstance(value, Constant) and value.value is None


def _kind(value: Value) -> type | None:
    if isinstance(value, Constant):
        return type(value.value)
    return _NUMBERS[value.kind] if isinstance(value, Scalar) else None
