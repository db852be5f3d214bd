"""Styled text as data: what a report says does not depend on where it is shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

Style = Literal[
    "plain",
    "strong",
    "dim",
    "gutter",
    "code",
    "error",
    "warning",
    "advice",
    "label",
    "help",
    "good",
    "removed",
    "added",
]


class Segment(NamedTuple):
    """A piece of a line in one style."""

    text: str
    style: Style = "plain"


Line = tuple[Segment, ...]

EMPTY: Line = ()


def line(*parts: str | Segment) -> Line:
    """A line of plain strings and styled segments."""
    return tuple(part if isinstance(part, Segment) else Segment(part) for part in parts)


def text_of(one: Line) -> str:
    """The line without its styles; trailing spaces help nobody."""
    return "".join(segment.text for segment in one).rstrip()


def plain(lines: Iterable[Line]) -> str:
    """The lines as they are piped."""
    return "".join(text_of(one) + "\n" for one in lines)
