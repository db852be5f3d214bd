"""Many alternatives as a few: of numbers and strings the kind is kept, of arrays what they have in common."""

from __future__ import annotations

from pytreelint.model.values import common
from pytreelint.model.values.value import Array, Constant, Opaque, Scalar, Value


def widened(options: list[Value]) -> list[Value]:
    """Returns fewer and wider alternatives, where there are more than a union may have."""
    kinds: list[Value] = []
    for option in map(without_value, options):
        if not isinstance(option, Array) and option not in kinds:
            kinds.append(option)
    arrays = [option for option in options if isinstance(option, Array)]
    return [*kinds, common.array(arrays)] if arrays else kinds


def without_value(value: Value) -> Value:
    """A constant of which only the kind is known."""
    if isinstance(value, Constant):
        if value.kind in ("bool", "int", "float", "complex"):
            return Scalar(value.kind)  # type: ignore[arg-type]
        if value.kind in ("str", "bytes"):
            return Opaque(value.kind)  # type: ignore[arg-type]
    return value
