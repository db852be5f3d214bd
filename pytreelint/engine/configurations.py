"""The configurations of one run: each file is checked by the nearest one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace

if TYPE_CHECKING:
    from pytreelint.engine.settings import Settings

NAMES = ("pytreelint.toml", "pyproject.toml")
"""Configuration files; the first is preferred to the one beside it."""


class Configurations:
    """Settings by folder, read when the run comes to it.

    Arguments:
        main: of the run: what no nearer configuration speaks for.
        read: the settings that a folder's own file gives, None where it gives none.
    """

    def __init__(self, main: Settings, read: Callable[[str], Settings | None] = lambda folder: None) -> None:
        """Nothing is read yet."""
        self.main = main
        self.read = read
        self._top = os.path.dirname(main.config) if main.config is not None else None
        self._folders: dict[str, Settings] = {}

    def of_folder(self, folder: str) -> Settings:
        """The settings for what lies in a folder."""
        waiting: list[str] = []
        while folder not in self._folders:
            own = self.main if folder == self._top else self.read(folder)
            if own is not None or os.path.dirname(folder) == folder:
                self._folders[folder] = own or self.main
            else:
                waiting.append(folder)
                folder = os.path.dirname(folder)
        found = self._folders[folder]
        self._folders.update(dict.fromkeys(waiting, found))
        return found

    def of(self, path: str) -> Settings:
        """The settings for a file."""
        return self.of_folder(os.path.dirname(path))


def grouped(settings: Settings, files: Iterable[str]) -> list[tuple[Settings, list[str]]]:
    """The files by the settings that are nearest to them, in the order of their first file.

    Arguments:
        settings: of the run.
    """
    groups: dict[int, tuple[Settings, list[str]]] = {}
    for file in files:
        own = settings.of(file)
        groups.setdefault(id(own), (own, []))[1].append(file)
    return list(groups.values())


def everywhere(settings: Settings, change: Callable[[Settings], Settings]) -> Settings:
    """The settings after a change that holds for the nearer ones as well."""
    main, nearest = change(settings), settings.nearest
    if nearest is None:
        return main

    def read(folder: str) -> Settings | None:
        own = nearest.read(folder)
        return None if own is None else change(own)

    return replace(main, nearest=Configurations(main, read))
