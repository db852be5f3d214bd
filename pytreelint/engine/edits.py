"""Edits on a text: spans of the original and what stands there instead. Everything outside the spans stays as it is."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

from pytreelint.model.text.place import Place
from pytreelint.rules.finding import Edit

_LINE_END = re.compile(r"\r\n|\r|\n")


class Spans:
    """From places (rows and columns, 1-based) to offsets in one text."""

    def __init__(self, text: str) -> None:
        """Finds the beginnings of the lines, as Python's parser counts them."""
        self.text = text
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def span(self, place: Place) -> tuple[int, int]:
        """Where a place begins and ends."""
        return self._offset(place.row, place.column), self._offset(place.end_row, place.end_column)

    def position(self, offset: int) -> tuple[int, int]:
        """The row and column of an offset."""
        row = bisect_right(self._starts, offset)
        return row, offset - self._starts[row - 1] + 1

    def _offset(self, row: int, column: int) -> int:
        if row > len(self._starts):
            return len(self.text)
        return min(self._starts[row - 1] + column - 1, len(self.text))


def overlap(first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether two spans cannot both be replaced; two insertions at one point can."""
    if first == second:
        return first[0] != first[1]
    return first[0] < second[1] and second[0] < first[1]


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text after edits that do not overlap; the same insertion asked for twice is made once."""
    spans = Spans(text)
    found = sorted({(*spans.span(edit.place), edit.content) for edit in edits})
    parts: list[str] = []
    end = 0
    for start, stop, content in found:
        parts += [text[end:start], content]
        end = stop
    return "".join([*parts, text[end:]])


def compatible(text: str, groups: Sequence[Sequence[Edit]]) -> list[int]:
    """Which groups of edits can be made together: the first ones win, a group is taken whole or not at all.

    Of two groups that insert at one point neither knows which of them comes first: the second waits.
    Two groups that replace one span by the same and differ otherwise are two ways of one repair: the first is taken.
    """
    spans = Spans(text)
    taken: list[frozenset[tuple[int, int, str]]] = []
    kept: list[int] = []
    for index, group in enumerate(groups):
        wanted = frozenset((*spans.span(edit.place), edit.content) for edit in group)
        if _crosses_itself(wanted) or any(_clash(wanted, other) for other in taken):
            continue
        taken.append(wanted)
        kept.append(index)
    return kept


def _crosses_itself(wanted: frozenset[tuple[int, int, str]]) -> bool:
    """Whether edits of one group overlap: their text would be mangled."""
    ordered = sorted(wanted)
    return any(overlap(one[:2], other[:2]) for one, other in pairwise(ordered))


def _clash(wanted: frozenset[tuple[int, int, str]], taken: frozenset[tuple[int, int, str]]) -> bool:
    if wanted == taken:
        return False
    if any(start != end for start, end, _ in wanted & taken):
        return True
    different = ((new[:2], old[:2]) for new in wanted for old in taken if new != old)
    return any(new == old or overlap(new, old) for new, old in different)
