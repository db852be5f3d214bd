"""A change taken out of a text that somebody else has changed since."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import pairwise

_Change = tuple[int, int, list[str]]


def reverted(original: str, ours: str, theirs: str) -> str | None:
    """`theirs` without what led from `original` to `ours`; None where the two changes touch.

    Args:
        theirs: made from `ours` by somebody else.
    """
    base = ours.splitlines(True)
    back, forth = _changes(base, original.splitlines(True)), _changes(base, theirs.splitlines(True))
    ordered = sorted([*back, *forth], key=lambda change: change[:2])
    if any(first[1] >= second[0] for first, second in pairwise(ordered)):
        return None
    parts: list[str] = []
    end = 0
    for start, stop, lines in ordered:
        parts += [*base[end:start], *lines]
        end = stop
    return "".join([*parts, *base[end:]])


def _changes(before: list[str], after: list[str]) -> list[_Change]:
    """What to replace in some lines to get others."""
    codes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return [(i, j, after[k:m]) for tag, i, j, k, m in codes if tag != "equal"]
