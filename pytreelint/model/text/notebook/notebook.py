"""A notebook as one Python text, its cells in order, and the way back.

The text is what the linter works on: a name that one cell binds is there in the next. Cells are parted by marks,
comments that no cell holds; what only IPython understands is masked, line for line, and each mask has a mark too. So a
text that fixes have changed can be taken apart again, and whatever does not come back as it went is refused.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from pytreelint.knowledge.record import record
from pytreelint.model.text.notebook.magics import Masked, is_python, masked, withheld
from pytreelint.model.text.notebook.reading import CodeCell, code_cells
from pytreelint.model.text.notebook.spelling import Spelled, respelled, spelled
from pytreelint.model.text.parsing import parse_text
from pytreelint.model.text.place import Place
from pytreelint.model.text.unreadable import Unreadable

_IPYTHONS = "a fix would change what only IPython understands, in cell {}"
_CELL, _MASK = "# %% cell", "  # %magic"


class NotKeptError(ValueError):
    """A text that cannot become the notebook again; the message says why."""


@record(frozen=True, slots=True)
class Cell:
    """One cell of the text.

    Attributes:
        first: the row of the text where it begins.
        lines: as the notebook has them.
        shown: as the text has them: masked, and without the indentation of the whole cell.
        indent: how many characters of that there are.
        timed: by the index of a masked line whose statement is read, where that begins.
    """

    told: CodeCell
    first: int
    lines: tuple[Spelled, ...]
    shown: tuple[str, ...]
    masks: frozenset[int]
    indent: int
    timed: Mapping[int, int]


class Notebook:
    """One notebook.

    Attributes:
        text: its cells as one text.
        cells: those that are in the text.
        broken: what is wrong with the cells that are no Python, in order; the text has nothing of them.
    """

    __slots__ = ("_json", "_marks", "_starts", "broken", "cells", "path", "text")

    def __init__(self, path: str, json: str) -> None:
        """Raises Unreadable for what is no notebook."""
        self.path = path
        self._json = json
        given = [(told, spelled(json, told.source)) for told in code_cells(path, json)]
        self._marks = _free(_CELL, given), _free(_MASK, given)
        self.broken: list[Unreadable] = []
        self.cells = tuple(self._shown(given))
        self._starts = [cell.first for cell in self.cells]
        self.text = "".join(self._parts())

    def _shown(self, given: Sequence[tuple[CodeCell, tuple[Spelled, ...]]]) -> Iterator[Cell]:
        row, number = 1, 0
        for told, lines in given:
            texts = [line.text for line in lines]
            if not lines or not is_python(texts):
                continue
            indent = _indent(texts)
            texts = [text[indent:] if not text[:indent].strip() else text for text in texts]
            found = self._read(texts, row)
            shown = []
            for index, line in enumerate(found.lines):
                shown.append(f"{line}{self._marks[1]} {number}" if index in found.masks else line)
                number += index in found.masks
            yield Cell(told, row, lines, tuple(shown), found.masks, indent, found.timed)
            row += len(lines) + 1

    def _read(self, texts: Sequence[str], row: int) -> Masked:
        """The lines of a cell as Python: what is open in one must not end in the next."""
        found = masked(texts)
        error = self._refused(found.lines)
        if error is None:
            return found
        bare = masked(texts, bare=True)
        if bare.masks != found.masks and not self._refused(bare.lines):
            return bare
        at = error.row + row - 1
        self.broken.append(Unreadable(error.path, at, error.column, error.message, error.remedy))
        return withheld(texts)

    def _refused(self, lines: Sequence[str]) -> Unreadable | None:
        """What is wrong with a cell."""
        try:
            parse_text(self.path, "\n".join(lines) + "\n", lines)
        except Unreadable as error:
            return error
        return None

    def _parts(self) -> Iterator[str]:
        for number, cell in enumerate(self.cells):
            if number:
                yield f"{self._marks[0]} {number + 1}\n"
            yield "\n".join(cell.shown) + "\n"

    def cell_at(self, row: int) -> Cell | None:
        """The cell of a row of the text; the row of a mark belongs to the cell above."""
        return self.cells[max(0, bisect_right(self._starts, row) - 1)] if self.cells else None

    @property
    def masked_rows(self) -> frozenset[int]:
        """The rows of the text that stand for something else."""
        return frozenset(cell.first + index for cell in self.cells for index in cell.masks)

    def in_file(self, place: Place) -> Place:
        """Where a place of the text stands in the notebook's JSON."""
        row, column = self._offset(place.row, place.column)
        return Place(place.path, row, column, *self._offset(place.end_row, place.end_column))

    def _offset(self, row: int, column: int) -> tuple[int, int]:
        cell = self.cell_at(row)
        if cell is None:
            return 1, 1
        line = cell.lines[min(row - cell.first, len(cell.lines) - 1)]
        size = column - 1 + cell.indent if row - cell.first < len(cell.lines) else len(line.pieces)
        at = line.start + sum(map(len, line.pieces[:size]))
        return self._json.count("\n", 0, at) + 1, at - (self._json.rfind("\n", 0, at) + 1) + 1

    def heading(self, row: int) -> str:
        """The cell whose source stands at a row of the JSON, in words; empty where none does."""
        spans = [(each.told, each.told.source) for each in self.cells]
        rows = [(told.number, *(self._json.count("\n", 0, at) + 1 for at in (s.start, s.end))) for told, s in spans]
        return next((f"cell {number}" for number, first, last in rows if first <= row <= last), "")

    def cells_after(self, text: str) -> dict[int, str]:
        """The sources of the cells that change when the text becomes another one, by number. Raises NotKeptError."""
        found: dict[int, str] = {}
        for cell, lines in zip(self.cells, self._cells_of(text), strict=True):
            if lines != cell.shown:
                new = self._unmasked(cell, lines)
                found[cell.told.number] = "\n".join(line if isinstance(line, str) else line.text for line in new)
        return found

    def changed(self, text: str) -> str:
        """The notebook's JSON after its text has become another one.

        Raises:
            NotKeptError: a cell or a masked line is not where it was.
        """
        parts: list[str] = []
        end = 0
        for cell, lines in zip(self.cells, self._cells_of(text), strict=True):
            if lines == cell.shown:
                continue
            new = self._unmasked(cell, lines)
            source = cell.told.source
            parts += [self._json[end : source.start], respelled(self._json, source, cell.lines, new)]
            end = source.end
        return "".join([*parts, self._json[end:]])

    def _cells_of(self, text: str) -> Iterator[tuple[str, ...]]:
        rows = text.split("\n")
        if rows[-1]:
            raise NotKeptError("its last line would have no end")
        found: list[list[str]] = [[]]
        for row in rows[:-1]:
            if row == f"{self._marks[0]} {len(found) + 1}":
                found.append([])
            else:
                found[-1].append(row)
        if len(found) != max(1, len(self.cells)):
            raise NotKeptError("a fix would reach over the end of a cell")
        yield from (tuple(rows) or ("",) for rows in found[: len(self.cells)])

    def _unmasked(self, cell: Cell, rows: Sequence[str]) -> list[str | Spelled]:
        if cell.indent:
            raise NotKeptError(f"cell {cell.told.number} is indented as a whole")
        marked = [at for at, row in enumerate(rows) if self._marks[1] in row]
        if len(marked) != len(cell.masks):
            raise NotKeptError(_IPYTHONS.format(cell.told.number))
        new: list[str | Spelled] = list(rows)
        for at, index in zip(marked, sorted(cell.masks), strict=True):
            new[at] = self._line_of(cell, index, rows[at])
        first = cell.lines[0]
        if 0 in cell.masks and first.text.startswith("%%") and new[0] is not first:  # IPython wants it on top
            new.remove(first)
            new.insert(0, first)
        return new

    def _line_of(self, cell: Cell, index: int, row: str) -> str | Spelled:
        """What a masked line is in the notebook: as it was, or with another statement behind its magic."""
        shown = cell.shown[index]
        if row == shown:
            return cell.lines[index]
        start, mark = cell.timed.get(index, 0), shown[shown.rindex(self._marks[1]) :]
        code = row.removesuffix(mark)
        line = cell.lines[index].text[:start] + code[start:]
        if not start or code == row or masked([line]).lines != (code,):
            raise NotKeptError(_IPYTHONS.format(cell.told.number))
        return line


def _free(mark: str, given: Sequence[tuple[CodeCell, tuple[Spelled, ...]]]) -> str:
    """A mark that stands in no cell."""
    while any(mark in line.text for _, lines in given for line in lines):
        mark += "'"
    return mark


_LEAD = re.compile(r"[ \t]+")


def _indent(texts: Sequence[str]) -> int:
    """How far a whole cell is indented: IPython takes what its first line has away from all."""
    first = next((text for text in texts if text.strip()), "")
    lead = _LEAD.match(first)
    return lead.end() if lead is not None and not first.lstrip().startswith("#") else 0
