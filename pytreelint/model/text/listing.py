"""Folders, each read once: whether a name is there is then asked of memory, in the spelling that the disk has."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal

from pytreelint.knowledge.record import field, record

Kind = Literal["file", "folder"]


@record(frozen=True, slots=True)
class Folder:
    """What a folder holds.

    Attributes:
        names: files and folders; a link counts as what it leads to.
        links: those of the names that are links.
    """

    names: Mapping[str, Kind] = field(default_factory=dict)
    links: frozenset[str] = frozenset()


class Listing:
    """What folders hold. Looking a name up in a listing keeps file systems that ignore case from answering wrongly."""

    __slots__ = ("_folders",)

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._folders: dict[str, Folder] = {}

    def folder(self, path: str) -> Folder:
        """The content of a folder; empty when it cannot be read."""
        known = self._folders.get(path)
        if known is None:
            known = self._folders[path] = _scan(path)
        return known

    def names(self, folder: str) -> Mapping[str, Kind]:
        """The files and folders in a folder."""
        return self.folder(folder).names

    def has_file(self, folder: str, name: str) -> bool:
        """Whether a folder holds this file."""
        return self.folder(folder).names.get(name) == "file"

    def has_folder(self, folder: str, name: str) -> bool:
        """Whether a folder holds this folder."""
        return self.folder(folder).names.get(name) == "folder"


def _scan(path: str) -> Folder:
    names: dict[str, Kind] = {}
    links = set()
    try:
        with os.scandir(path) as entries:
            for entry in entries:
                names[entry.name] = "folder" if _is_folder(entry) else "file"
                if entry.is_symlink():
                    links.add(entry.name)
    except (OSError, ValueError):
        return Folder()
    return Folder(names, frozenset(links))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False
