"""Where places of notebooks are: in their cells, as people see them, and in their files, as programs do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from pytreelint.model.text.place import Place
from pytreelint.model.text.reading import DEFAULT_MAX_SIZE, is_notebook
from pytreelint.model.text.source import Source, Unreadable

if TYPE_CHECKING:
    from pytreelint.model.text.notebook.notebook import Notebook

_IN_CELL = ":cell "


class Notebooks:
    """The notebooks that places stand in, read when they are first asked for.

    Arguments:
        given: contents that stand in no file (stdin), by path.
    """

    def __init__(self, given: Mapping[str, bytes] = MappingProxyType({}), max_size: int = DEFAULT_MAX_SIZE) -> None:
        """Nothing is read yet."""
        self._given = given
        self._max_size = max_size
        self._read: dict[str, Notebook | None] = {}

    def of(self, path: str) -> Notebook | None:
        """The notebook at a path; None for other files, and for one that cannot be read: its places are the file's."""
        if not is_notebook(path):
            return None
        if path not in self._read:
            self._read[path] = self._fresh(path)
        return self._read[path]

    def _fresh(self, path: str) -> Notebook | None:
        try:
            data = self._given.get(path)
            source = Source.read(path, self._max_size) if data is None else Source.from_bytes(path, data)
        except Unreadable:
            return None
        return source.notebook

    def in_cell(self, place: Place) -> Place:
        """The place in its cell, whose name is then part of the path: `net.ipynb:cell 3`."""
        notebook = self.of(place.path)
        return place if notebook is None else in_cell_of(notebook, place)

    def in_file(self, place: Place) -> Place:
        """The place in the text of its file."""
        notebook = self.of(place.path)
        return place if notebook is None or not notebook.cells else notebook.in_file(place)

    def lines(self, path: str) -> tuple[str, ...] | None:
        """The lines of the cell that a path such as `net.ipynb:cell 3` names; None for other paths."""
        file, number = split_cell(path)
        notebook = self.of(file) if number is not None else None
        if notebook is None:
            return None
        return next((tuple(line.text for line in c.lines) for c in notebook.cells if c.told.number == number), None)

    def row(self, path: str, row: int) -> tuple[str, int]:
        """A path and a row of it, in their cell."""
        place = self.in_cell(Place(path, row, 1, row, 1))
        return place.path, place.row


def in_cell_of(notebook: Notebook, place: Place) -> Place:
    """The place in its cell; in a notebook without code it is what it was."""
    cell = notebook.cell_at(place.row)
    if cell is None:
        return place
    rows, last, shift = cell.first - 1, len(cell.lines) + 1, cell.indent
    row, end_row = place.row - rows, min(place.end_row - rows, last)
    path = f"{place.path}{_IN_CELL}{cell.told.number}"
    return Place(path, row, place.column + shift, end_row, place.end_column + shift)


def split_cell(path: str) -> tuple[str, int | None]:
    """The file and the cell of a path that `in_cell` made."""
    file, sign, number = path.rpartition(_IN_CELL)
    return (file, int(number)) if sign and is_notebook(file) and number.isdecimal() else (path, None)
