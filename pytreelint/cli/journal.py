"""The journal of `fix --verify`: first contents of files, on disk, by which the next run undoes one that was killed."""

from __future__ import annotations

import contextlib
import json
import os
import stat
from base64 import b64decode, b64encode
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, TextIO

from pytreelint.engine.cache_folder import CacheRefusedError, cache_folder, make_ours, refuse_others
from pytreelint.engine.writing import NotWrittenError, put
from pytreelint.knowledge.record import record
from pytreelint.model.text.digest import blake2b
from pytreelint.model.text.reading import read_bytes, text_beside
from pytreelint.model.text.source import Unreadable, content_digest

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings

_LARGEST = 1_000_000_000


@record(frozen=True, slots=True)
class Recovered:
    """What became of the files of a run that was killed: put back as they were, or changed by others since."""

    restored: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


class Journal:
    """The first contents of some files, and the digests of all that was written to them since.

    A line stands on disk before what it speaks of: where a kill falls between the two, the file is the first one still.
    """

    def __init__(self, settings: Settings, originals: Mapping[str, bytes]) -> None:
        """Writes the first contents of the files, unless the cache's folder cannot be used."""
        self._path = _path(settings)
        self._file: TextIO | None = None
        kept = {path: b64encode(data).decode() for path, data in originals.items()}
        with contextlib.suppress(OSError, CacheRefusedError):
            if self._path is not None:
                make_ours(os.path.dirname(self._path))
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(self._path)
                self._file = open(self._path, "x", encoding="utf-8")  # noqa: SIM115  until it is closed below
                os.chmod(self._path, 0o600)
        self._append({"pid": os.getpid(), "files": kept})

    def writes(self, path: str, digest: str) -> None:
        """Records the digest of a content that is about to be written to a file."""
        self._append({"path": path, "digest": digest})

    def close(self) -> None:
        """Removes the journal: everything is proven, or taken back."""
        if self._file is not None and self._path is not None:
            with contextlib.suppress(OSError):
                self._file.close()
                os.unlink(self._path)

    def _append(self, line: object) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):  # a full disk: the file that the line speaks of will not fit either
                self._file.write(json.dumps(line) + "\n")
                self._file.flush()
                os.fsync(self._file.fileno())


def recover(settings: Settings) -> Recovered:
    """Put back what a run that was killed left unproven. A run that still goes on is let alone."""
    path = _path(settings)
    lines = _lines(path) if path is not None else []
    if path is None or not lines or _is_alive(lines[0].get("pid")):
        return Recovered()
    written: dict[str, set[str]] = {}
    for line in lines[1:]:
        written.setdefault(str(line["path"]), set()).add(str(line["digest"]))
    restored: list[str] = []
    changed: list[str] = []
    for name, data in _originals(lines[0], settings).items():
        is_back = _put_back(name, data, written.get(name, set()))
        if is_back is not None:
            (restored if is_back else changed).append(name)
    with contextlib.suppress(OSError):
        os.unlink(path)
    return Recovered(tuple(restored), tuple(changed))


def _originals(line: Mapping[str, Any], settings: Settings) -> dict[str, bytes]:
    """The first contents; only of files in the project, whoever wrote the journal."""
    root = os.path.join(os.path.realpath(settings.root), "")
    inside = {name: data for name, data in line["files"].items() if os.path.realpath(name).startswith(root)}
    return {name: b64decode(data) for name, data in inside.items()}


def _put_back(path: str, data: bytes, written: Collection[str]) -> bool | None:
    """Whether a file has its first content again; None where it had it still, or is gone."""
    try:
        digest = content_digest(read_bytes(path, _LARGEST))
    except Unreadable:
        return None
    if digest == content_digest(data):
        return None
    if digest not in written:
        return False
    with contextlib.suppress(NotWrittenError):
        put(path, data, digest)
        return True
    return False


def _path(settings: Settings) -> str | None:
    folder = cache_folder(settings)
    if folder is None:
        return None
    try:
        refuse_others(folder, settings.root)
    except CacheRefusedError:
        return None
    name = blake2b(os.path.realpath(settings.root).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return os.path.join(folder, f"unproven-{name}.jsonl")


def _lines(path: str) -> list[dict[str, Any]]:
    """The complete lines of a journal that belongs to this user; none where the file is no journal."""
    if not _is_own(path):
        return []
    found: list[dict[str, Any]] = []
    for line in text_beside(path, _LARGEST).splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            break  # it was cut short
        if not isinstance(value, dict) or not ({"path", "digest"} if found else {"pid", "files"}) <= value.keys():
            return []
        found.append(value)
    return found if found and isinstance(found[0]["files"], dict) else []


def _is_own(path: str) -> bool:
    try:
        status = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and status.st_uid == getattr(os, "getuid", lambda: status.st_uid)()


def _is_alive(pid: object) -> bool:
    if not isinstance(pid, int) or pid == os.getpid():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
