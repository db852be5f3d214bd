"""Methods of libraries that change an instance in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.in_place import CHANGING
from pytreelint.model.values.value import Object, Value

if TYPE_CHECKING:
    from collections.abc import Sequence


def changed_by(value: Value | None, method: str) -> tuple[int, ...] | None:
    """The positions of the arguments that a method changes besides the instance; None if it is not known to do so."""
    if not isinstance(value, Object):
        return None
    for cls in value.cls.mro:
        if method in (known := CHANGING.get(cls.qualified, {})):
            return known[method]
        if method in cls.methods:
            return None
    return None


def has_changers(value: Value) -> bool:
    """Whether an instance, or one that it holds, has methods that are known to change it."""
    held = [value, *(item for _, item in value.fields)] if isinstance(value, Object) else []
    return any(cls.qualified in CHANGING for each in held if isinstance(each, Object) for cls in each.cls.mro)


def part_at(value: Value, attributes: Sequence[str]) -> Value | None:
    """What lies behind some attributes of an instance, where they are fields."""
    found: Value | None = value
    for name in attributes:
        found = found.get(name) if isinstance(found, Object) else None
    return found
