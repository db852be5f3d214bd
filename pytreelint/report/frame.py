"""A piece of source with line numbers and a marked span."""

from __future__ import annotations

from collections.abc import Iterator

from pytreelint.knowledge.record import record
from pytreelint.model.place import Place
from pytreelint.report.cells import window
from pytreelint.report.segments import Line, Segment, Style, line
from pytreelint.report.texts import Texts

MOST_ROWS = 5
"""A longer span is shown by its first rows and its last."""


@record(frozen=True, slots=True)
class Frame:
    """One marked span and how it is drawn.

    Attributes:
        mark: the character under the span.
        label: said right of the mark, or below it where that is too wide.
        gutter: columns of the line numbers; frames that belong together share one.
        context: unmarked lines before the span.
    """

    place: Place
    mark: str
    style: Style
    label: str
    gutter: int
    width: int
    context: int = 0

    def lines(self, texts: Texts) -> Iterator[Line]:
        """The frame; nothing where the source cannot be shown."""
        if texts.line(self.place.path, self.place.row) is None:
            if self.label:
                yield line(self.bar("="), Segment(f" {self.label}", self.style))
            return
        yield (self.bar(),)
        for row in range(max(1, self.place.row - self.context), self.place.row):
            yield from self._unmarked(texts, row)
        yield from self._marked(texts)

    def bar(self, sign: str = "|") -> Segment:
        """The gutter of a line without number."""
        return Segment(" " * (self.gutter + 1) + sign, "gutter")

    def _number(self, row: int) -> Segment:
        return Segment(f"{row:>{self.gutter}} |", "gutter")

    def _room(self) -> int:
        return self.width - self.gutter - 3

    def _unmarked(self, texts: Texts, row: int) -> Iterator[Line]:
        text = texts.line(self.place.path, row)
        if text is not None and text.strip():
            yield line(self._number(row), " " + window(text, 0, 0, self._room()).text)

    def _marked(self, texts: Texts) -> Iterator[Line]:
        last = max(self.place.end_row, self.place.row)
        rows = list(range(self.place.row, last + 1))
        shown = rows if len(rows) <= MOST_ROWS else [*rows[: MOST_ROWS - 2], last]
        for index, row in enumerate(shown):
            if index and row != shown[index - 1] + 1:
                yield line(self.bar("..."))
            yield from self._marked_row(texts, row, is_last=row == last)

    def _marked_row(self, texts: Texts, row: int, *, is_last: bool) -> Iterator[Line]:
        text = texts.line(self.place.path, row) or ""
        start = self.place.column - 1 if row == self.place.row else len(text) - len(text.lstrip())
        end = self.place.end_column - 1 if row == self.place.end_row else len(text.rstrip())
        part = window(text, start, end, self._room())
        yield line(self._number(row), " " + part.text)
        if part.text.strip() or is_last:
            mark = " " * (part.start + 1) + self.mark * (part.end - part.start)
            yield from self._mark_lines(mark, self.label if is_last else "")

    def _mark_lines(self, mark: str, label: str) -> Iterator[Line]:
        bar = self.bar()
        marked = Segment(mark, self.style)
        if not label:
            yield line(bar, marked)
        elif len(mark) + 1 + len(label) <= self.width - self.gutter - 2:
            yield line(bar, marked, Segment(" " + label, self.style))
        else:
            yield line(bar, marked)
            yield from (line(bar, Segment(" " + part, self.style)) for part in _wrapped(label, self._room()))


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
