"""The lines of the files that findings stand in, read when a frame shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pytreelint.model.text.reading import DEFAULT_MAX_SIZE, decode, largest, read_bytes
from pytreelint.model.text.source import split_lines
from pytreelint.model.text.unreadable import Unreadable


class Texts:
    """Lines by path; a file that can't be shown has none."""

    __slots__ = ("_cells", "_comments", "_given", "_lines", "_max_size")

    def __init__(
        self,
        given: Mapping[str, bytes] | None = None,
        max_size: int = DEFAULT_MAX_SIZE,
        cells: Callable[[str], tuple[str, ...] | None] = lambda path: None,
    ) -> None:
        """`given` holds contents that stand in no file (stdin), `cells` the lines of cells of notebooks."""
        self._cells = cells
        self._given = given or {}
        self._max_size = max_size
        self._lines: dict[str, tuple[str, ...]] = {}
        self._comments: dict[str, dict[int, int]] = {}

    def line(self, path: str, row: int) -> str | None:
        """A line without its end, None where there is none."""
        lines = self.lines(path)
        return lines[row - 1] if 1 <= row <= len(lines) else None

    def lines(self, path: str) -> tuple[str, ...]:
        """All lines without their ends."""
        if path not in self._lines:
            held = self._cells(path)
            self._lines[path] = self._read(path) if held is None else held
        return self._lines[path]

    def comment(self, path: str, row: int) -> int | None:
        """The character at which the comment of a row begins, None where there is none or the file is no Python."""
        if "#" not in (self.line(path, row) or ""):
            return None
        if path not in self._comments:
            self._comments[path] = dict(_comments(self.lines(path)))
        return self._comments[path].get(row)

    def _read(self, path: str) -> tuple[str, ...]:
        data = self._given.get(path)
        try:
            if data is None:
                data = read_bytes(path, largest(path, self._max_size))
            text = decode(path, data)[0]
        except Unreadable:
            # What cannot be read as Python (a finding says so) is still shown as far as it is text.
            text = "" if data is None else data.decode("utf-8", "replace")
        return split_lines(text)


def _comments(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Row and first character of each comment, as far as the text can be tokenised."""
    import tokenize  # only spans over several lines need it

    rows = iter([*(line + "\n" for line in lines), ""])
    try:
        for token in tokenize.generate_tokens(lambda: next(rows, "")):
            if token.type == tokenize.COMMENT:
                yield token.start
    except (tokenize.TokenError, SyntaxError, RecursionError, MemoryError):
        return
