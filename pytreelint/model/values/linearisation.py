"""The order in which Python looks names up in bases: C3."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

T = TypeVar("T")


def merged(lists: list[list[T]]) -> Iterator[T]:
    """C3 linearisation; where Python would refuse the hierarchy, left to right."""
    lists = [x for x in lists if x]
    while lists:
        for candidate in (x[0] for x in lists):
            if not any(candidate in x[1:] for x in lists):
                break
        else:
            candidate = lists[0][0]
        yield candidate
        lists = [[c for c in x if c is not candidate] for x in lists]
        lists = [x for x in lists if x]
