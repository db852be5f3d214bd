"""A line of source as columns of a terminal: tabs, wide and zero-width characters, controls."""

from __future__ import annotations

from typing import NamedTuple

from pytreelint.report.visible import is_odd

TAB = "    "
CUT = "..."
LONGEST = 2_000
"""Characters looked at on either side of a span's start: a minified line has millions."""


class Cell(NamedTuple):
    """How one character is shown, and how many columns that takes."""

    text: str
    width: int


class Window(NamedTuple):
    """What is shown of a line, and from which to which column (0-based, end exclusive) its span stands."""

    text: str
    start: int
    end: int


def cells(text: str) -> list[Cell]:
    """One cell per character."""
    if text.isascii() and text.isprintable():
        return [Cell(character, 1) for character in text]
    return [_cell(character) for character in text]


def _cell(character: str) -> Cell:
    if character == "\t":
        return Cell(TAB, len(TAB))
    if ord(character) < 0x20:
        return Cell(chr(0x2400 + ord(character)), 1)
    if is_odd(character):  # one column for it, so that marks stay under what they mark
        return Cell("\ufffd", 1)
    return Cell(character, _width(character))


def _width(character: str) -> int:
    if ord(character) < 0x300:
        return 1
    from unicodedata import category, east_asian_width

    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def window(text: str, start: int, end: int, width: int) -> Window:
    """Show a line within `width` columns, cut around the span where it is longer.

    Arguments:
        start: first character of the span, 0-based.
        end: exclusive; at least one column is marked, also past the end of the line.
    """
    skipped = max(0, start - LONGEST)
    row = cells(text[skipped : skipped + 2 * LONGEST])
    start = min(start - skipped, len(row))
    end = max(start, min(end - skipped, len(row)))
    first, last = _visible(row, start, end, width)
    head = CUT if first or skipped else ""
    tail = CUT if skipped + last < len(text) else ""
    before = len(head) + _sum(row, first, start)
    marked = max(_sum(row, start, min(end, last)), 1)
    return Window(head + "".join(cell.text for cell in row[first:last]) + tail, before, before + marked)


def _visible(row: list[Cell], start: int, end: int, width: int) -> tuple[int, int]:
    """The characters to show: all, or the span's beginning with a quarter of the width before it."""
    if _sum(row, 0, len(row)) <= width:
        return 0, len(row)
    budget = width - 2 * len(CUT)
    first = start
    lead = budget // 4 if _sum(row, start, end) > budget // 2 else budget // 2
    while first and lead >= row[first - 1].width:
        first -= 1
        lead -= row[first].width
    last, used = first, 0
    while last < len(row) and used + row[last].width <= budget:
        used += row[last].width
        last += 1
    while first and last == len(row) and used + row[first - 1].width <= budget:
        first -= 1
        used += row[first].width
    return first, last


def _sum(row: list[Cell], first: int, last: int) -> int:
    return sum(cell.width for cell in row[first:last])
