"""What git leaves out: `.gitignore` files at every level, and `.git/info/exclude`."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pytreelint.knowledge.record import record
from pytreelint.model.text.listing import Kind, Listing
from pytreelint.model.text.reading import text_beside

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_LARGEST = 250_000
"""Bytes of a file of patterns; compiling so many takes seconds, and what is larger is taken for absent."""
_MOST_DEEP = 4
"""`**` in one pattern; the time of a match grows with the depth of the path to this power."""


@record(frozen=True, slots=True)
class _Level:
    """The patterns of one file, relative to one folder."""

    folder: str
    spec: GitIgnoreSpec
    any_pattern: re.Pattern[str]

    def verdict(self, path: str, is_folder: bool) -> bool | None:
        relative = os.path.relpath(path, self.folder).replace(os.sep, "/") + ("/" if is_folder else "")
        # One look with the union of all patterns spares most files the look with each.
        return self.spec.check_file(relative).include if self.any_pattern.match(relative) else None


@record(frozen=True, slots=True)
class Gitignore:
    """The patterns that hold in a folder: its own come last and win."""

    levels: tuple[_Level, ...] = ()

    def entered(self, folder: str, names: Mapping[str, Kind]) -> Gitignore:
        """What holds inside a folder, its own `.gitignore` included."""
        if names.get(".gitignore") != "file" or any(level.folder == folder for level in self.levels):
            return self
        return Gitignore((*self.levels, *_read(folder, os.path.join(folder, ".gitignore"))))

    def ignores(self, path: str, is_folder: bool) -> bool:
        """Whether git leaves out a file or folder whose parent it does not leave out."""
        for level in reversed(self.levels):
            verdict = level.verdict(path, is_folder)
            if verdict is not None:
                return verdict
        return False


def above(folder: str, root: str, listing: Listing) -> Gitignore:
    """What holds in a named folder on account of those above it, up to the repository or the project's root.

    A folder that is itself left out was named by somebody who wants it checked: nothing from above holds in it.
    """
    folders = [folder]
    while not _is_top(folders[-1], root, listing) and os.path.dirname(folders[-1]) != folders[-1]:
        folders.append(os.path.dirname(folders[-1]))
    if not _is_top(folders[-1], root, listing):
        return Gitignore()
    found = Gitignore()
    exclude = os.path.join(folders[-1], ".git", "info", "exclude")
    if os.path.isfile(exclude):
        found = Gitignore(_read(folders[-1], exclude))
    for outer in reversed(folders[1:]):
        found = found.entered(outer, listing.names(outer))
        inner = folders[folders.index(outer) - 1]
        if found.ignores(inner, True):
            return Gitignore()
    return found


def _is_top(folder: str, root: str, listing: Listing) -> bool:
    return folder == root if not _in_repository(root, listing) else ".git" in listing.names(folder)


def _in_repository(folder: str, listing: Listing) -> bool:
    while ".git" not in listing.names(folder):
        if os.path.dirname(folder) == folder:
            return False
        folder = os.path.dirname(folder)
    return True


def _read(folder: str, file: str) -> tuple[_Level, ...]:
    from pathspec import GitIgnoreSpec  # late: most of its cost is its import, and many projects do without

    patterns: list[Any] = []
    for line in text_beside(file, _LARGEST).splitlines():
        with contextlib.suppress(ValueError, re.error):  # git ignores what it cannot read as a pattern
            patterns += [_bounded(p) for p in GitIgnoreSpec.from_lines([line]).patterns if p.include is not None]
    spellings = [p.regex.pattern for p in patterns]
    if not spellings:
        return ()
    union = "|".join(re.sub(r"\?P<\w+>", "?:", spelling) for spelling in spellings)
    return (_Level(folder, GitIgnoreSpec(patterns), re.compile(union)),)


def _bounded(pattern: Any) -> Any:
    """The same pattern, matched in a time that does not explode with its stars. Raises ValueError for too many `**`."""
    spelling = pattern.regex.pattern
    if spelling.count(".+") > _MOST_DEEP:
        raise ValueError(spelling)
    parts = spelling.replace("[^/]*", "\0").replace("[^/]", "\1").split("/")
    bounded = "/".join(map(_least, parts)).replace("\0", "[^/]*").replace("\1", "[^/]")
    return pattern if bounded == spelling else type(pattern)(re.compile(bounded), pattern.include)


def _least(part: str) -> str:
    """A star within a name, but for the last, need never be tried with more than the least that it can match."""
    first, *inner = part.split("\0")
    if len(inner) < 2:
        return part
    return first + "".join(f"(?>\0?{text})" for text in inner[:-1]) + "\0" + inner[-1]
