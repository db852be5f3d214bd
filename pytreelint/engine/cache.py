"""Outcomes kept between runs: one file per checked file, addressed by what it depends on, disposable at any time."""

from __future__ import annotations

import contextlib
import marshal
import os
import shutil
import sys
import time
from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import pytreelint

if TYPE_CHECKING:
    from pytreelint.engine.declarations import Asked, Shown
    from pytreelint.engine.packing import Packed
    from pytreelint.engine.settings import Settings

FORMAT = 1
FOLDER = ".pytreelint_cache"
VARIABLE = "PYTREELINT_CACHE_DIR"
_CHECKSUM = 16
_KEEP_SECONDS = 14 * 24 * 3600
_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of pytreelint; it may be removed.\n"


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

    def read(self, path: str) -> tuple[str, Packed, Asked, Shown] | None:
        """The content digest, outcome and dependencies last stored for a file."""
        try:
            with open(self._entry(path), "rb") as file:
                data = file.read()
            if blake2b(data[_CHECKSUM:], digest_size=_CHECKSUM).digest() != data[:_CHECKSUM]:
                return None  # `marshal` must never see what it did not write
            entry = marshal.loads(data[_CHECKSUM:])
            stored, content, packed, asked, shown = entry
        except (OSError, ValueError, EOFError, TypeError):
            return None
        return (content, packed, asked, shown) if stored == path else None

    def write(self, path: str, content: str, packed: Packed, asked: Asked, shown: Shown) -> None:
        """Store the outcome of a file, by rename: a reader sees the old entry or the new one."""
        if self.problem is not None:
            return
        payload = marshal.dumps((path, content, packed, asked, shown))
        entry = self._entry(path)
        temporary = f"{entry}.{os.getpid()}.{time.monotonic_ns():x}"
        try:
            self._prepare(os.path.dirname(entry))
            with open(temporary, "wb") as file:
                file.write(blake2b(payload, digest_size=_CHECKSUM).digest() + payload)
            os.replace(temporary, entry)
        except OSError as error:
            self.problem = f"the cache in {self.folder} cannot be written: {error.strerror or error}"
            with contextlib.suppress(OSError):
                os.unlink(temporary)

    def _entry(self, path: str) -> str:
        name = blake2b(path.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
        return os.path.join(self.folder, self.generation, name[:2], name[2:])

    def _prepare(self, folder: str) -> None:
        if folder in self._ready:
            return
        generation = os.path.dirname(folder)
        if not self._ready and not os.path.isdir(generation):
            os.makedirs(generation, exist_ok=True)
            _write_new(os.path.join(self.folder, ".gitignore"), "*\n")
            _write_new(os.path.join(self.folder, "CACHEDIR.TAG"), _TAG)
            _forget_old(self.folder)
        os.makedirs(folder, exist_ok=True)
        self._ready.add(folder)


def generation(settings: Settings, layout_digest: str) -> str:
    """What identifies all that outcomes depend on besides the contents of files."""
    parts = (FORMAT, _own_state(), sys.version_info, sys.implementation.name, settings.judging_digest, layout_digest)
    return blake2b(repr((*parts, settings.max_file_size)).encode(), digest_size=16).hexdigest()


def cache_folder(settings: Settings, variables: Mapping[str, str] = os.environ) -> str:
    """The folder of the cache: as told, else beside the configuration, else the user's cache folder."""
    told = settings.cache_dir or variables.get(VARIABLE)
    if told:
        return os.path.abspath(told)
    if settings.config is not None:
        return os.path.join(settings.root, FOLDER)
    return os.path.join(_users_cache(variables), "pytreelint")


def _users_cache(variables: Mapping[str, str]) -> str:
    if sys.platform == "win32":
        return variables.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Caches")
    return variables.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")


def _own_state() -> tuple[Any, ...]:
    """The version, and the state of the program's own files: while it is being developed, the version says little."""
    states = []
    waiting = [os.path.dirname(os.path.abspath(pytreelint.__file__))]
    while waiting:
        folder = waiting.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    status = entry.stat()
                    states.append((entry.path, status.st_size, status.st_mtime_ns))
                elif entry.name != "__pycache__" and entry.is_dir():
                    waiting.append(entry.path)
    return (pytreelint.__version__, *sorted(states))


def _write_new(path: str, text: str) -> None:
    if not os.path.exists(path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def _forget_old(folder: str) -> None:
    """Remove generations that nothing was written to for a fortnight."""
    limit = time.time() - _KEEP_SECONDS
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False) and entry.stat().st_mtime < limit:
                shutil.rmtree(entry.path, ignore_errors=True)
