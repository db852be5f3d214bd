"""Calls that were followed before, and what they gave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record
from pytreelint.model.interpreter.fuel import WORTH_ANOTHER
from pytreelint.model.values.value import Value

if TYPE_CHECKING:
    from pytreelint.model.driver.evaluator import Evaluator


@record(frozen=True, slots=True)
class Result:
    """What a call gave, and left in its parameters; `fuel` is what it had, where more would tell more."""

    value: Value
    changed: dict[str, Value]
    cut: bool
    fuel: int | None


class Key:
    """What a call is remembered by; it is looked for several times, and its hash takes a look at every value."""

    __slots__ = ("_hash", "_parts")

    def __init__(self, parts: tuple[object, ...]) -> None:
        self._parts = parts
        self._hash = hash(parts)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self._parts == other._parts


def held(ev: Evaluator, key: object, fuel: int) -> Result | None:
    """What an earlier call gave that was the same one, and had about as much fuel."""
    found = ev.called.get(key)
    return found if found is None or found.fuel is None or found.fuel * WORTH_ANOTHER > fuel else None
