"""A higher recursion limit: walks over syntax trees need several calls for each level."""

from __future__ import annotations

import sys

# Python's own stack of 8 MB holds many times as many.
_CALLS = 5_000


class DeepCalls:
    """Lets Python call deeper than usual."""

    __slots__ = ("_usual",)

    def __enter__(self) -> None:
        self._usual = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self._usual, _CALLS))

    def __exit__(self, *_: object) -> None:
        sys.setrecursionlimit(self._usual)
