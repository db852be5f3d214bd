"""Outcomes kept between runs: one file per checked file, and one for many; disposable at any time."""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
import time
from typing import TYPE_CHECKING, Any, TypeAlias

import pytreelint
from pytreelint.engine.cache_folder import CacheRefusedError, make_ours, make_shelf
from pytreelint.model.text.digest import blake2b
from pytreelint.model.text.reading import LARGEST_BESIDE, read_bytes
from pytreelint.model.text.unreadable import Unreadable
from pytreelint.rules.extending import state

if TYPE_CHECKING:
    from pytreelint.engine.anchors import Shown
    from pytreelint.engine.declarations import Asked
    from pytreelint.engine.packing import Packed
    from pytreelint.engine.settings import Settings
    from pytreelint.engine.snapshot import Fact, Known

# The content of a file, its outcome, what that depends on and what it points into.
Entry: TypeAlias = "tuple[str, Packed, Asked, Shown]"

FORMAT = 2
_CHECKSUM = 16
_SNAPSHOT = ""  # no file has this path


class Cache:
    """The entries of one generation: of one tool, Python, environment and configuration.

    Whatever goes wrong is a miss. What could not be written is said once, in `problem`.
    """

    def __init__(self, folder: str, generation: str) -> None:
        """Nothing is read or written yet."""
        self.folder = folder
        self.generation = generation
        self.problem: str | None = None
        self._ready: set[str] = set()

    def read(self, path: str) -> Entry | None:
        """The content digest, outcome and dependencies last stored for a file."""
        entry: Entry | None = self._load(path, 4)
        return entry

    def write(self, path: str, content: str, packed: Packed, asked: Asked, shown: Shown) -> None:
        """Store the outcome of a file."""
        self._save(path, content, packed, asked, shown)

    def read_snapshot(self) -> tuple[dict[str, Known], list[Fact]] | None:
        """What was last stored for many files."""
        stored: tuple[dict[str, Known], list[Fact]] | None = self._load(_SNAPSHOT, 2)
        return stored

    def write_snapshot(self, known: dict[str, Known], facts: list[Fact]) -> None:
        """Store the outcomes of many files, and the facts that these depend on."""
        self._save(_SNAPSHOT, known, facts)

    def _load(self, path: str, count: int) -> Any:
        """So many values as were stored under a path; None where anything is wrong with them."""
        try:
            data = read_bytes(self._entry(path), LARGEST_BESIDE)
            if blake2b(data[_CHECKSUM:], digest_size=_CHECKSUM).digest() != data[:_CHECKSUM]:
                return None  # `marshal` must never see what it did not write
            stored, *values = marshal.loads(data[_CHECKSUM:])
        except (Unreadable, ValueError, EOFError, TypeError):
            return None
        return tuple(values) if stored == path and len(values) == count else None

    def _save(self, path: str, *values: Any) -> None:
        """Store values by rename: a reader sees the old ones or the new ones."""
        if self.problem is not None:
            return
        payload = marshal.dumps((path, *values))
        if len(payload) + _CHECKSUM > LARGEST_BESIDE:
            return  # it would not be read
        entry = self._entry(path)
        temporary = f"{entry}.{os.getpid()}.{time.monotonic_ns():x}"
        try:
            self._prepare(os.path.basename(os.path.dirname(entry)))
            with open(temporary, "xb") as file:
                file.write(blake2b(payload, digest_size=_CHECKSUM).digest() + payload)
            os.replace(temporary, entry)
        except CacheRefusedError as error:  # since the run began
            self.problem = str(error)
        except OSError as error:
            self.problem = f"the cache in {self.folder} cannot be written: {error.strerror or error}"
            with contextlib.suppress(OSError):
                os.unlink(temporary)

    def _entry(self, path: str) -> str:
        name = blake2b(path.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
        return os.path.join(self.folder, self.generation, name[:2], name[2:])

    def _prepare(self, shelf: str) -> None:
        if shelf in self._ready:
            return
        if not self._ready:
            make_ours(self.folder)
        make_shelf(self.folder, self.generation, shelf)
        self._ready.add(shelf)


def generation(settings: Settings, layout_digest: str) -> str:
    """Returns the digest of all that outcomes depend on besides the contents of files."""
    parts = (FORMAT, _own_state(), sys.version_info, sys.implementation.name, settings.judging_digest, layout_digest)
    return blake2b(repr((*parts, settings.max_file_size, state(settings.rules))).encode(), digest_size=16).hexdigest()


def _own_state() -> tuple[Any, ...]:
    """Returns the version, and the state of the program's own files, which change without it during development."""
    states = []
    waiting = [os.path.dirname(os.path.abspath(pytreelint.__file__))]
    while waiting:
        folder = waiting.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    status = entry.stat(follow_symlinks=False)  # editors leave links to nothing
                    states.append((entry.path, status.st_size, status.st_mtime_ns))
                elif entry.name != "__pycache__" and entry.is_dir():
                    waiting.append(entry.path)
    return (pytreelint.__version__, *sorted(states))
