"""A piece of one file with line numbers and marked spans."""

from __future__ import annotations

from collections.abc import Iterator

from pytreelint.knowledge.record import record
from pytreelint.model.text.place import Place
from pytreelint.report.cells import window
from pytreelint.report.segments import Line, Segment, Style, line
from pytreelint.report.texts import Texts

MOST_ROWS = 5
"""A longer span is shown by its first rows and its last."""


@record(frozen=True, slots=True)
class Mark:
    """One span and how it is marked.

    Attributes:
        sign: the character under the span.
        label: said right of the mark, or below it where that is too wide.
        whole: whether all rows of a longer span are shown, not only its first.
    """

    place: Place
    sign: str
    style: Style
    label: str = ""
    whole: bool = True

    @property
    def last(self) -> int:
        """The last row that is shown."""
        return max(self.place.row, self.place.end_row) if self.whole else self.place.row

    @property
    def rows(self) -> list[int]:
        """The rows to show."""
        rows = list(range(self.place.row, self.last + 1))
        return rows if len(rows) <= MOST_ROWS else [*rows[: MOST_ROWS - 2], self.last]


@record(frozen=True, slots=True)
class Frame:
    """The marked spans of one file, in the order of its rows.

    Attributes:
        marks: the first one is what the frame is about.
        gutter: columns of the line numbers; frames that belong together share one.
        before, after: unmarked lines around the first span.
    """

    marks: tuple[Mark, ...]
    gutter: int
    width: int
    before: int = 0
    after: int = 0

    def lines(self, texts: Texts) -> Iterator[Line]:
        """The frame; of spans whose source cannot be shown, the labels."""
        path = self.marks[0].place.path
        marks = [mark for mark in self.marks if texts.line(path, mark.place.row) is not None]
        rows = self._rows(marks) if marks else []
        for index, row in enumerate(rows):
            if index and row == rows[index - 1] + 2:
                yield from self._unmarked(path, row - 1, texts)
            elif index and row > rows[index - 1] + 1:
                yield line(self.bar("..."))
            yield from self._row(path, row, marks, texts)
        for mark in self.marks:
            if mark not in marks and mark.label:
                yield line(self.bar("="), Segment(f" {mark.label}", mark.style))

    def bar(self, sign: str = "|") -> Segment:
        """The gutter of a line without number."""
        return Segment(" " * (self.gutter + 1) + sign, "gutter")

    def number(self, row: int) -> Segment:
        """The gutter of a line with its number."""
        return Segment(f"{row:>{self.gutter}} |", "gutter")

    @property
    def room(self) -> int:
        """Columns right of the gutter and a blank."""
        return self.width - self.gutter - 3

    def _rows(self, marks: list[Mark]) -> list[int]:
        rows = {row for mark in marks for row in mark.rows}
        if marks[0] is self.marks[0]:
            first, last = marks[0].place.row, marks[0].last
            rows.update(range(max(1, first - self.before), first))
            rows.update(range(last + 1, last + 1 + self.after))
        return sorted(rows)

    def _row(self, path: str, row: int, marks: list[Mark], texts: Texts) -> Iterator[Line]:
        here = [mark for mark in marks if row in mark.rows]
        if not here:
            yield from self._unmarked(path, row, texts)
            return
        shown = ""
        for mark in here:
            text = texts.line(path, row) or ""
            part = window(text, *self._span(mark, row, text, texts), self.room)
            if part.text != shown:  # of a long line, other marks may need another piece
                shown = part.text
                yield line(self.number(row), " " + shown)
            if shown.strip() or row == mark.last:
                signs = " " * (part.start + 1) + mark.sign * (part.end - part.start)
                yield from self._mark_lines(signs, mark, mark.label if row == mark.last else "")

    def _span(self, mark: Mark, row: int, text: str, texts: Texts) -> tuple[int, int]:
        """From where to where a row is marked: not its indentation, nor a comment behind it."""
        start = mark.place.column - 1 if row == mark.place.row else len(text) - len(text.lstrip())
        if row == mark.place.end_row:
            return start, mark.place.end_column - 1
        end = len(text[: texts.comment(mark.place.path, row)].rstrip())
        return start, max(end, start)

    def _unmarked(self, path: str, row: int, texts: Texts) -> Iterator[Line]:
        text = texts.line(path, row)
        if text is not None and text.strip():
            yield line(self.number(row), " " + window(text, 0, 0, self.room).text)

    def _mark_lines(self, signs: str, mark: Mark, label: str) -> Iterator[Line]:
        bar = self.bar()
        marked = Segment(signs, mark.style)
        if not label:
            yield line(bar, marked)
        elif len(signs) + 1 + len(label) <= self.width - self.gutter - 2:
            yield line(bar, marked, Segment(" " + label, mark.style))
        else:
            yield line(bar, marked)
            yield from (line(bar, Segment(" " + part, mark.style)) for part in _wrapped(label, self.room))


def _wrapped(text: str, width: int) -> Iterator[str]:
    # Not textwrap: it costs an import, and breaks inside code.
    row = ""
    for word in text.split(" "):
        if row and len(row) + 1 + len(word) > width:
            yield row
            row = "   " + word
        else:
            row = f"{row} {word}" if row else word
    yield row
