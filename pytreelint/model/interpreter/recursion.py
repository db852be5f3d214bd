"""What a function gives where it calls itself: as some recursion ends there, what it has returned without a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.model.values import marks
from pytreelint.model.values.unknowns import Recursive
from pytreelint.model.values.value import Value, union

if TYPE_CHECKING:
    from pytreelint.model.values.memory import Key
    from pytreelint.model.values.protocol import Interpreter


def given_again(ev: Interpreter, value: Value, key: Key | None) -> Value:
    """Returns the result of a call inside of one with the same arguments: traced, where what that has returned is.

    Whatever the depth of the recursion, the innermost call returns so to the one around it.
    """
    around = ev.bounds.running.get(key)
    ends = [each for each in around.returns if not isinstance(each, Recursive)] if around is not None else []
    return marks.also(value, marks.certain(union(ends))) if ends else value
