"""Folders, each read once: whether a name is there is then asked of memory, in the spelling that the disk has."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal

Kind = Literal["file", "folder"]


class Listing:
    """What folders hold. Looking a name up in a listing keeps file systems that ignore case from answering wrongly."""

    __slots__ = ("_folders",)

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._folders: dict[str, Mapping[str, Kind]] = {}

    def names(self, folder: str) -> Mapping[str, Kind]:
        """The files and folders in a folder; empty when it cannot be read."""
        known = self._folders.get(folder)
        if known is None:
            known = self._folders[folder] = _scan(folder)
        return known

    def has_file(self, folder: str, name: str) -> bool:
        """Whether a folder holds this file."""
        return self.names(folder).get(name) == "file"

    def has_folder(self, folder: str, name: str) -> bool:
        """Whether a folder holds this folder."""
        return self.names(folder).get(name) == "folder"


def _scan(folder: str) -> Mapping[str, Kind]:
    found: dict[str, Kind] = {}
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                found[entry.name] = "folder" if _is_folder(entry) else "file"
    except (OSError, ValueError):
        return {}
    return found


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False
