"""Many alternatives as a few: of numbers, texts and functions the kind is kept, of arrays what they have in common."""

from __future__ import annotations

from pytreelint.knowledge.results import lookup
from pytreelint.model.values import common
from pytreelint.model.values.value import Array, Constant, Function, Library, Opaque, Scalar, Value


def widened(options: list[Value]) -> list[Value]:
    """Returns fewer and wider alternatives, where there are more than a union may have."""
    kinds: list[Value] = []
    for option in (without_code(without_value(each)) for each in options):
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


def without_code(value: Value) -> Value:
    """A function of which is known only that it is one: `ACTIVATIONS[name]`."""
    plain = isinstance(value, Library) and (fact := lookup(value.name)) is not None and fact.kind == "function"
    return Opaque("function") if plain or isinstance(value, Function) else value
