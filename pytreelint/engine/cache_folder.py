"""The cache's folder: where it is, whether it is ours, and what in it may be removed.

The path may come from a project that somebody else wrote, and lead to anything. So a folder is ours if it holds our
tag, becomes ours if it holds nothing, and is refused otherwise; in it only names that we give are ever removed, and no
link is followed.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pytreelint.model.text.reading import text_beside

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings

FOLDER = ".pytreelint_cache"
VARIABLE = "PYTREELINT_CACHE_DIR"
TAG = "CACHEDIR.TAG"
_STANDARD = "Signature: 8a477f597d28d172789f06886806bc55\n"  # the same for all programs: https://bford.info/cachedir/
_SIGNATURE = _STANDARD + "# This folder is a cache of pytreelint and holds nothing else; it may be removed.\n"
# Earlier versions wrote this one also into folders that held other things.
_EARLIER = _STANDARD + "# This folder is a cache of pytreelint; it may be removed.\n"
_KEEP_SECONDS = 14 * 24 * 3600
_LARGEST_TAG = 10_000  # bytes

_GENERATION = re.compile(r"[0-9a-f]{32}")
_SHELF = re.compile(r"[0-9a-f]{2}")
_ENTRY = re.compile(r"[0-9a-f]{30}(\.\d+\.[0-9a-f]+)?")
_UNFINISHED_TAG = re.compile(rf"{re.escape(TAG)}\.\d+\.[0-9a-f]+")


class CacheRefusedError(Exception):
    """The folder that a cache is to be in is not for us; the message says why, and what to do."""


def cache_folder(settings: Settings, variables: Mapping[str, str] = os.environ) -> str | None:
    """The folder of the cache: as told, else beside the configuration, else the user's; None if the user has none."""
    told = settings.cache_dir or os.path.expanduser(variables.get(VARIABLE, ""))
    if told:
        return os.path.abspath(told)
    if settings.config is not None:
        return os.path.join(settings.root, FOLDER)
    folder = os.path.join(_users_cache(variables), "pytreelint")
    return folder if os.path.isabs(folder) else None  # a user without a home


def refuse_others(folder: str, root: str) -> None:
    """Raise CacheRefusedError unless the folder is ours or can become ours; nothing is written.

    Args:
        root: the project's folder. What lies in it must not lead out of it by a link.
    """
    remedy = "name another folder (--cache-dir, cache-dir, PYTREELINT_CACHE_DIR), or use --no-cache"
    if _holds(root, folder) and not _holds(os.path.realpath(root), os.path.realpath(folder)):
        raise CacheRefusedError(f"{folder}: the cache's folder is a link that leaves the project; {remedy}")
    with contextlib.suppress(OSError):  # what cannot be listed is left alone: see `make_ours`
        if os.path.isdir(folder) and not _is_for_us(folder):
            raise CacheRefusedError(f"{folder}: holds files that are not the cache's; {remedy}")


def make_ours(folder: str) -> None:
    """Create the folder and its tag, and remove old generations. Raises OSError, CacheRefusedError."""
    os.makedirs(folder, exist_ok=True)
    if not _is_ours(folder):
        if not _is_for_us(folder):
            raise CacheRefusedError(f"{folder}: holds files that are not the cache's")
        unfinished = os.path.join(folder, f"{TAG}.{os.getpid()}.{time.monotonic_ns():x}")
        _write_new(unfinished, _SIGNATURE)
        os.replace(unfinished, os.path.join(folder, TAG))
    with contextlib.suppress(FileExistsError):
        _write_new(os.path.join(folder, ".gitignore"), "*\n")
    _forget_old(folder)


def make_shelf(folder: str, generation: str, shelf: str) -> None:
    """Create the folder of some entries. Raises OSError, also where a link stands in its place."""
    for path in (os.path.join(folder, generation), os.path.join(folder, generation, shelf)):
        with contextlib.suppress(FileExistsError):
            os.mkdir(path)
        if os.path.islink(path):
            raise NotADirectoryError(f"{path} is a link")


def _is_for_us(folder: str) -> bool:
    """Whether a folder is ours or free; what another run puts in while we look is its, and so ours, afterwards."""
    return _is_ours(folder) or _is_free(folder) or _is_ours(folder)


def _is_ours(folder: str) -> bool:
    return _tag_of(folder) == _SIGNATURE


def _tag_of(folder: str) -> str:
    path = os.path.join(folder, TAG)
    return "" if os.path.islink(path) else text_beside(path, _LARGEST_TAG)


def _is_free(folder: str) -> bool:
    """Whether nothing is in a folder, or certainly only what an earlier version, or another run just now, put there."""
    with os.scandir(folder) as entries:
        found = list(entries)
    if not all(_is_name_of_ours(entry) for entry in found):
        return False
    others = [entry.name for entry in found if not _UNFINISHED_TAG.fullmatch(entry.name)]
    if not others or _tag_of(folder) in (_SIGNATURE, _EARLIER):
        return True
    # A tag that was never written, or damaged: nobody else gives such names in a folder of this name.
    return os.path.basename(folder) == FOLDER and any(_GENERATION.fullmatch(name) for name in others)


def _is_name_of_ours(entry: os.DirEntry[str]) -> bool:
    if _GENERATION.fullmatch(entry.name):
        return entry.is_dir(follow_symlinks=False) and all(_SHELF.fullmatch(name) for name in os.listdir(entry.path))
    named = entry.name in (TAG, ".gitignore") or _UNFINISHED_TAG.fullmatch(entry.name) is not None
    return named and entry.is_file(follow_symlinks=False)


def _holds(folder: str, path: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))


def _write_new(path: str, text: str) -> None:
    """Raises FileExistsError for whatever stands there, a link that leads nowhere included."""
    with open(path, "x", encoding="utf-8") as file:
        file.write(text)


def _forget_old(folder: str) -> None:
    """Remove generations that nothing was written to for a fortnight."""
    limit = time.time() - _KEEP_SECONDS
    with contextlib.suppress(OSError):
        for generation in _folders(folder, _GENERATION):
            if not _has_changed(generation, limit):
                _remove(generation)


def _folders(folder: str, names: re.Pattern[str]) -> Iterator[str]:
    with os.scandir(folder) as entries:
        found = [entry for entry in entries if names.fullmatch(entry.name)]
    return (entry.path for entry in found if entry.is_dir(follow_symlinks=False))


def _has_changed(generation: str, since: float) -> bool:
    """Whether something was written to it since a time; its folders are looked at only where that does not say."""
    if os.lstat(generation).st_mtime >= since:
        return True
    return any(os.lstat(path).st_mtime >= since for path in _folders(generation, _SHELF))


def _remove(generation: str) -> None:
    """Remove the entries by their names. What is not ours stays, and with it the folders that hold it."""
    for shelf in _folders(generation, _SHELF):
        with os.scandir(shelf) as entries:
            ours = [entry for entry in entries if _ENTRY.fullmatch(entry.name)]
        for entry in ours:
            if entry.is_file(follow_symlinks=False):
                os.unlink(entry.path)
        with contextlib.suppress(OSError):
            os.rmdir(shelf)
    with contextlib.suppress(OSError):
        os.rmdir(generation)


def _users_cache(variables: Mapping[str, str]) -> str:
    if sys.platform == "win32":
        return variables.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Caches")
    return variables.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
