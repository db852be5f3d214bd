"""One file: bytes read once, text, lines as Python counts them, and the way from `ast`'s columns to places."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from pytreelint.model.text.digest import blake2b
from pytreelint.model.text.place import Place
from pytreelint.model.text.reading import DEFAULT_MAX_SIZE, decode, is_notebook, largest, read_bytes, refuse_size
from pytreelint.model.text.unreadable import Unreadable

if TYPE_CHECKING:
    import ast

    from pytreelint.model.text.notebook.notebook import Notebook

__all__ = [
    "Source",
    "Unreadable",
    "as_identifiers",
    "content_digest",
    "speaks_of_registration",
    "split_lines",
]

_REGISTRATION = "register_"
_LINE_END = re.compile(r"\r\n|\r|\n")


class Located(Protocol):
    """What carries a span in `ast`'s own counting."""

    lineno: int
    col_offset: int
    end_lineno: int | None
    end_col_offset: int | None


def split_lines(text: str) -> tuple[str, ...]:
    """The lines without their ends; unlike `str.splitlines`, a form feed ends none, as for Python's parser."""
    return tuple(_LINE_END.split(text) if "\r" in text else text.split("\n"))


def speaks_of_registration(text: str) -> bool:
    """Whether a text speaks of registering PyTrees at all, in whatever way."""
    return _REGISTRATION in text


def as_identifiers(text: str) -> str:
    """A text in which names are spelt as in its syntax tree: Python reads some letters as others."""
    if text.isascii():
        return text
    from unicodedata import normalize  # most texts need none

    return normalize("NFKC", text)


def content_digest(data: bytes) -> str:
    """What identifies a content in caches."""
    return blake2b(data, digest_size=20).hexdigest()


class Source:
    """A file that could be decoded. Its tree is parsed when first asked for.

    Attributes:
        path: absolute.
        folder: that holds it.
        text: decoded, without byte order mark.
        encoding: as declared, or utf-8.
        bom: whether the file began with a byte order mark.
        digest: of the bytes.
        notebook: whose cells the text is, if it is one.
    """

    __slots__ = ("_lines", "_parsed", "bom", "digest", "encoding", "folder", "notebook", "path", "text")

    def __init__(
        self, path: str, text: str, encoding: str, bom: bool, digest: str, notebook: Notebook | None = None
    ) -> None:
        """Made by `read` and `from_bytes`."""
        self.path = path
        self.folder = os.path.dirname(path)
        self.text = text
        self.encoding = encoding
        self.bom = bom
        self.digest = digest
        self.notebook = notebook
        self._lines: tuple[str, ...] | None = None
        self._parsed: ast.Module | Unreadable | None = None

    @classmethod
    def read(cls, path: str, max_size: int = DEFAULT_MAX_SIZE) -> Source:
        """Read a file; never blocks, never reads more than `max_size` bytes, raises nothing but Unreadable."""
        path = os.path.abspath(path)
        source = cls.from_bytes(path, read_bytes(path, largest(path, max_size)))
        if source.notebook is not None:
            refuse_size(path, len(source.text), max_size)
        return source

    @classmethod
    def from_bytes(cls, path: str, data: bytes) -> Source:
        """A source whose content is at hand already (stdin, an editor); raises nothing but Unreadable."""
        path = os.path.abspath(path)
        text, encoding, bom = decode(path, data)
        if is_notebook(path):
            from pytreelint.model.text.notebook.notebook import Notebook  # most projects have none

            notebook = Notebook(path, text)
            return cls(path, notebook.text, encoding, bom, content_digest(data), notebook)
        return cls(path, text, encoding, bom, content_digest(data))

    def again(self) -> Source:
        """The same content, of which nothing is parsed: who drops it drops its tree."""
        return Source(self.path, self.text, self.encoding, self.bom, self.digest, self.notebook)

    @property
    def lines(self) -> tuple[str, ...]:
        """All lines, without their ends; never empty."""
        if self._lines is None:
            self._lines = split_lines(self.text)
        return self._lines

    @property
    def broken(self) -> Sequence[Unreadable]:
        """What is wrong with parts that are no Python, of which the text has nothing: cells of a notebook."""
        return self.notebook.broken if self.notebook is not None else ()

    @property
    def line_end(self) -> str:
        """What ends a new line here."""
        return "\r\n" if "\r\n" in self.text else "\r" if "\r" in self.text else "\n"

    def line(self, row: int) -> str:
        """The text of a 1-based row, empty beyond the end."""
        return self.lines[row - 1] if 1 <= row <= len(self.lines) else ""

    def tree(self) -> ast.Module:
        """The syntax tree, parsed once; raises Unreadable, the same one each time."""
        if self._parsed is None:
            from pytreelint.model.text import parsing  # most files are answered from the cache

            try:
                self._parsed = parsing.parse_text(self.path, self.text, self.lines)
            except Unreadable as error:
                self._parsed = error
        if isinstance(self._parsed, Unreadable):
            raise self._parsed
        return self._parsed

    def place(self, node: Located) -> Place:
        """Where a statement or expression stands."""
        return self.place_at(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)

    def place_at(
        self, lineno: int, col_offset: int, end_lineno: int | None = None, end_col_offset: int | None = None
    ) -> Place:
        """From `ast`'s UTF-8 byte columns to 1-based character columns; without an end, an empty span."""
        column = self._column(lineno, col_offset)
        if end_lineno is None or end_col_offset is None:
            return Place(self.path, lineno, column, lineno, column)
        return Place(self.path, lineno, column, end_lineno, self._column(end_lineno, end_col_offset))

    def _column(self, row: int, offset: int) -> int:
        line = self.line(row)
        if line.isascii():
            return offset + 1
        return len(line.encode()[:offset].decode(errors="replace")) + 1
