"""The files that a run has read, as long as they are few: judging one of them asks for many of the others again."""

from __future__ import annotations

from pytreelint.model.text.source import Source

_MOST = 4_000_000  # characters that are held: reading 2 million again takes 20 ms


class Texts:
    """Files, each read once if it is kept.

    Args:
        max_size: larger files are unreadable.
    """

    def __init__(self, max_size: int) -> None:
        """Nothing is read yet."""
        self._max_size = max_size
        self._held: dict[str, Source] = {}
        self._left = _MOST

    def keep(self, source: Source) -> None:
        """Hold a file that was read, if there is room."""
        if len(source.text) <= self._left:
            self._held[source.path] = source
            self._left -= len(source.text)

    def forget(self) -> None:
        """Hold nothing any more."""
        self._held.clear()
        self._left = 0

    def read(self, path: str) -> Source:
        """A file; raises nothing but Unreadable."""
        held = self._held.get(path)
        return Source.read(path, self._max_size) if held is None else held.again()
