"""Open documents as sources, and the way from places to positions that an editor counts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from json import dumps
from typing import TYPE_CHECKING

from lsprotocol import types as lsp
from pygls import uris

from pytreelint.knowledge.record import record
from pytreelint.model.text.notebook.notebook import Notebook
from pytreelint.model.text.notebook.placing import in_cell_of, split_cell
from pytreelint.model.text.place import Place
from pytreelint.model.text.source import Source, content_digest, split_lines
from pytreelint.report.texts import Texts

if TYPE_CHECKING:
    from pygls.workspace import PositionCodec, TextDocument, Workspace

_ENDINGS = (".py", ".pyw")


@record(frozen=True, slots=True)
class Document:
    """A file or a notebook that is open.

    Attributes:
        uri: of the file; that of a notebook is no text document's.
        version: of its text; for a notebook, of each of its cells.
        cells: the cells of a notebook, all of them, by their URIs.
    """

    uri: str
    version: tuple[int, ...]
    source: Source
    cells: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """Absolute."""
        return str(self.source.path)


def documents(workspace: Workspace) -> dict[str, Document]:
    """What is open and is Python, by path."""
    found: dict[str, Document] = {}
    held: set[str] = set()
    for notebook in workspace.notebook_documents.values():
        own = _notebook(workspace, notebook)
        held.update(own.cells)
        found[own.path] = own
    for document in workspace.text_documents.values():
        if document.uri not in held and _is_python(document):
            path = path_of(document.uri, workspace.root_path)
            source = Source(path, document.source, "utf-8", False, _digest(document.source))
            found[path] = Document(document.uri, (document.version or 0,), source)
    return found


def path_of(uri: str, root: str | None) -> str:
    """The path of a document; one that is saved nowhere lies in the folder that is open."""
    path: str | None = uris.to_fs_path(uri) if uri.startswith("file:") else None
    if path is not None:
        return os.path.abspath(path)
    name = uri.rpartition("/")[2].rpartition(":")[2] or "untitled"
    return os.path.join(os.path.abspath(root or os.getcwd()), name if name.endswith(_ENDINGS) else f"{name}.py")


def _is_python(document: TextDocument) -> bool:
    if document.language_id:
        return bool(document.language_id == "python")
    return str(document.uri).endswith(_ENDINGS)


def _digest(text: str) -> str:
    return content_digest(text.encode("utf-8", "surrogatepass"))


def _notebook(workspace: Workspace, notebook: lsp.NotebookDocument) -> Document:
    """A notebook from its cells: the editor has them, and the file may be behind."""
    cells, versions = [], [notebook.version]
    for cell in notebook.cells:
        document = workspace.get_text_document(cell.document)
        is_code = cell.kind == lsp.NotebookCellKind.Code and document.language_id in (None, "", "python")
        cells.append({"cell_type": "code" if is_code else "raw", "source": document.source})
        versions.append(document.version or 0)
    path = path_of(notebook.uri, workspace.root_path).removesuffix(".py")
    path = path if path.lower().endswith(".ipynb") else f"{path}.ipynb"
    json = dumps({"cells": cells})
    held = Notebook(path, json)
    source = Source(path, held.text, "utf-8", False, _digest(json), held)
    return Document(notebook.uri, tuple(versions), source, tuple(cell.document for cell in notebook.cells))


class Positions:
    """From places to what the editor calls them, and back.

    Arguments:
        given: what is open, by path; the text of other files is read.
    """

    def __init__(self, given: Mapping[str, Document], codec: PositionCodec) -> None:
        """Nothing is read yet."""
        self._given = given
        self.codec = codec
        self._texts = Texts()

    def location(self, place: Place) -> lsp.Location:
        """The document of a place, and its range there."""
        held = self._given.get(place.path)
        if held is None:
            return lsp.Location(
                uris.from_fs_path(place.path) or place.path, self._range(place, self._texts.lines(place.path))
            )
        if held.source.notebook is None:
            return lsp.Location(held.uri, self._range(place, held.source.lines))
        inner = in_cell_of(held.source.notebook, place)
        number = split_cell(inner.path)[1] or 1
        cell = next(cell for cell in held.source.notebook.cells if cell.told.number == number)
        return lsp.Location(held.cells[number - 1], self._range(inner, [line.text for line in cell.lines]))

    def in_cell(self, place: Place) -> Place:
        """The place in its cell, where a notebook is open."""
        held = self._given.get(place.path)
        notebook = held.source.notebook if held is not None else None
        return place if notebook is None else in_cell_of(notebook, place)

    def _range(self, place: Place, lines: Sequence[str]) -> lsp.Range:
        start = self._position(place.row, place.column, lines)
        end = self._position(place.end_row, place.end_column, lines)
        return lsp.Range(start, max(start, end, key=lambda each: (each.line, each.character)))

    def _position(self, row: int, column: int, lines: Sequence[str]) -> lsp.Position:
        if row > len(lines):  # behind the last line end, which not every document has
            last = len(lines)
            return lsp.Position(last - 1, units(lines[-1], self.codec)) if last else lsp.Position(0, 0)
        return lsp.Position(row - 1, units(lines[row - 1][: column - 1], self.codec))

    def row_and_column(self, document: Document, uri: str, position: lsp.Position) -> tuple[int, int] | None:
        """A position as a row and column of the document's text; None in a cell that is not read."""
        row, lines, shift = position.line, document.source.lines, 0
        notebook = document.source.notebook
        if notebook is not None:
            number = document.cells.index(uri) + 1 if uri in document.cells else 0
            cell = next((cell for cell in notebook.cells if cell.told.number == number), None)
            if cell is None or row >= len(cell.lines):
                return None
            row, shift = row + cell.first - 1, cell.indent
        if row >= len(lines):
            return None
        line, units = lines[row], 0
        for column, character in enumerate(line):
            if units >= position.character:
                return row + 1, max(1, column + 1 - shift)
            units += self.codec.client_num_units(character)
        return row + 1, len(line) + 1


def units(text: str, codec: PositionCodec) -> int:
    """The length of a text as the editor counts it: pygls takes a step for each character."""
    if text.isascii() or codec.encoding == lsp.PositionEncodingKind.Utf32:
        return len(text)
    if codec.encoding == lsp.PositionEncodingKind.Utf8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def whole(text: str, codec: PositionCodec) -> lsp.Range:
    """The range of a whole text."""
    lines = split_lines(text)
    return lsp.Range(lsp.Position(0, 0), lsp.Position(len(lines) - 1, units(lines[-1], codec)))
