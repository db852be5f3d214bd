"""What filtered gradients leave out: Python numbers, and what functions close over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.model.types.leaves import Leaf, arrays
from pytreelint.model.values.value import (
    Array,
    Bound,
    Constant,
    Object,
    Opaque,
    Partial,
    Scalar,
    Transformed,
    Value,
    options_of,
)

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_NUMBERS = ("float", "complex")


def is_number(leaf: Leaf) -> bool:
    """Whether a leaf is certainly a Python number that was seen, and that could be trained were it an array."""
    return leaf.exact and isinstance(leaf.value, (Constant, Scalar)) and leaf.value.kind in _NUMBERS


def is_declared_number(ev: Interpreter, leaf: Leaf) -> bool:
    """Whether an annotation may be all that says that a leaf is a number: who writes `float` may pass arrays."""
    info = leaf.owner.fields().get(leaf.field) if leaf.owner is not None else None
    if isinstance(leaf.value, Constant) or info is None or info.annotation is None:
        return False
    return leaf.value in options_of(ev.annotation(info.annotation, info.owner.scope))


def may_be_trained(value: Value) -> bool:
    """Whether gradients may be taken of a leaf: a floating array, or what is not known."""
    return any(_may_be_trained(option) for option in options_of(value))


def _may_be_trained(value: Value) -> bool:
    match value:
        case Array():
            return value.dtype in ("inexact", "?")
        case Constant() | Scalar():
            return False
        case Opaque():
            return value.kind == "object"
    return True


def declared_array(ev: Interpreter, leaf: Leaf) -> bool:
    """Whether the field that holds a leaf is declared as an array, and nothing else."""
    info = leaf.owner.fields().get(leaf.field) if leaf.owner is not None else None
    if info is None or info.annotation is None or info.static is not False:
        return False
    return isinstance(ev.annotation(info.annotation, info.owner.scope), Array)


def hides_arrays(ev: Interpreter, value: Value) -> Value | None:
    """The instance with arrays that a function around it hides from filtered transforms, which take it as static."""
    if isinstance(value, Transformed) and not value.transform.filtered:
        return _holder(ev, value.function)
    if isinstance(value, Partial) and not value.tree:
        parts = (value.function, *value.args, *(item for _, item in value.keywords))
        return next((found for part in parts if (found := _holder(ev, part)) is not None), None)
    return None


def _holder(ev: Interpreter, value: Value) -> Value | None:
    """An instance with floating arrays, itself, or what a method or another function is made of."""
    while isinstance(value, (Bound, Transformed)):
        value = value.instance if isinstance(value, Bound) else value.function
    if isinstance(value, Partial):
        return hides_arrays(ev, value)
    if not isinstance(value, Object) or value.cls.pytree != "yes":
        return None
    found = any(_is_weight(leaf.value) for leaf in arrays(ev, value))
    return value if found else None


def _is_weight(value: Value) -> bool:
    return isinstance(value, Array) and value.flavour in ("jax", "any") and value.dtype in ("inexact", "?")
