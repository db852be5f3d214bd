"""Where the values of a JSON text stand in it. Broken texts raise JSONDecodeError, which is a ValueError."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json.decoder import JSONDecodeError, JSONDecoder

from pytreelint.knowledge.record import record

_BLANK = re.compile(r"[ \t\n\r]*")
_DECODER = JSONDecoder(parse_int=float)  # nobody asks for a number; as `int` Python refuses very long ones


@record(frozen=True, slots=True)
class Value:
    """One value, and where it begins and ends."""

    start: int
    end: int
    content: object


def value_of(text: str) -> Value:
    """The one value of a whole text."""
    found = _value(text, _skip(text, 0))
    rest = _skip(text, found.end)
    if rest < len(text):
        raise JSONDecodeError("Extra data", text, rest)
    return found


def members(text: str, of: Value) -> dict[str, Value]:
    """The members of an object, of equal keys the last one, as every reader takes it."""
    found: dict[str, Value] = {}
    at = _skip(text, of.start + 1)
    while text[at] != "}":
        key = _value(text, at)
        member = _value(text, _skip(text, _skip(text, key.end) + 1))
        found[str(key.content)] = member
        at = _skip(text, member.end)
        at = _skip(text, at + 1) if text[at] == "," else at
    return found


def items(text: str, of: Value) -> Iterator[Value]:
    """The items of an array."""
    at = _skip(text, of.start + 1)
    while text[at] != "]":
        item = _value(text, at)
        yield item
        at = _skip(text, item.end)
        at = _skip(text, at + 1) if text[at] == "," else at


def _value(text: str, at: int) -> Value:
    content, end = _DECODER.raw_decode(text, at)
    return Value(at, end, content)


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    assert match is not None
    return match.end()
