"""Files on trial: what they held at first, what was written to them since, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from pytreelint.cli.journal import Journal
from pytreelint.engine.reverting import reverted
from pytreelint.engine.writing import NotWrittenError, encoded, put
from pytreelint.knowledge.record import record
from pytreelint.model.text.reading import DEFAULT_MAX_SIZE, largest, read_bytes
from pytreelint.model.text.source import Source, Unreadable, content_digest

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings


@record(frozen=True, slots=True)
class Left:
    """Files that somebody else changed: the fixes were taken out of some, and are in others still."""

    cleaned: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()


class Trial:
    """The files of a plan, while its fixes are not proven."""

    def __init__(self, settings: Settings, sources: Mapping[str, Source]) -> None:
        """Remembers on disk what the files hold now, before anything is written."""
        self._sources = dict(sources)
        self._originals = {path: encoded(source, source.text) for path, source in sources.items()}
        self._written: dict[str, list[bytes]] = {path: [] for path in sources}
        self._limit = max(settings.max_file_size, DEFAULT_MAX_SIZE)
        self._journal = Journal(settings, self._originals)

    def write(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Let the files hold these texts, the others what they held at first; says why some cannot be written."""
        problems = {}
        for path, source in self._sources.items():
            data = encoded(source, texts[path]) if path in texts else self._originals[path]
            try:
                self._put(path, data)
            except NotWrittenError as error:
                problems[path] = str(error)
        return problems

    def _put(self, path: str, data: bytes) -> None:
        present = self._last(path)
        if present == data:
            return
        self._journal.writes(path, content_digest(data))
        self._written[path].append(data)  # before it is true: whatever interrupts the next line, the way back is known
        try:
            put(path, data, content_digest(present))
        except NotWrittenError:
            self._written[path].pop()
            raise

    def changed(self) -> list[str]:
        """The files that somebody else has changed."""
        return [path for path in self._sources if self._present(path) != self._last(path)]

    def _last(self, path: str) -> bytes:
        return self._written[path][-1] if self._written[path] else self._originals[path]

    def _present(self, path: str) -> bytes | None:
        try:
            return read_bytes(path, largest(path, self._limit))
        except Unreadable:
            return None

    def take_back(self) -> Left:
        """Let every file hold what it held at first. What somebody else wrote into one stays there."""
        cleaned: list[str] = []
        mixed: list[str] = []
        for path, original in self._originals.items():
            present = self._present(path)
            if present is None or present == original:
                continue
            if present in self._written[path]:
                with suppress(NotWrittenError):
                    put(path, original, content_digest(present))
                    continue
            (cleaned if self._clean(path, present) else mixed).append(path)
        self.close()
        return Left(tuple(cleaned), tuple(mixed))

    def _clean(self, path: str, present: bytes) -> bool:
        """Take our change out of a file that somebody else has changed as well."""
        if not self._written[path]:
            return True  # it was never ours
        with suppress(NotWrittenError, Unreadable, UnicodeDecodeError):
            theirs = Source.from_bytes(path, present)
            ours = Source.from_bytes(path, self._written[path][-1])
            text = reverted(self._sources[path].text, ours.text, theirs.text)
            if text is not None:
                put(path, encoded(theirs, text), theirs.digest)
                return True
        return False

    def close(self) -> None:
        """Accepts what stands on disk, and removes the journal."""
        self._journal.close()
