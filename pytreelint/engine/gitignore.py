"""What git leaves out: `.gitignore` files at every level, and `.git/info/exclude`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pytreelint.knowledge.record import record
from pytreelint.model.listing import Kind, Listing

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


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

    try:
        with open(file, encoding="utf-8", errors="replace") as handle:
            lines = handle.read().splitlines()
    except OSError:
        return ()
    patterns: list[Any] = []
    for line in lines:
        try:
            patterns += GitIgnoreSpec.from_lines([line]).patterns
        except ValueError:  # git ignores what it cannot read as a pattern
            continue
    spellings = [p.regex.pattern for p in patterns if p.include is not None and p.regex is not None]
    if not spellings:
        return ()
    union = "|".join(re.sub(r"\?P<\w+>", "?:", spelling) for spelling in spellings)
    return (_Level(folder, GitIgnoreSpec(patterns), re.compile(union)),)
