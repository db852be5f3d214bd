"""The folders that modules are searched in, and the search as the import system does it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Literal

from pytreelint.knowledge.record import record
from pytreelint.model.text.listing import Listing
from pytreelint.model.text.reading import is_notebook

Origin = Literal["project", "stub", "installed", "bundled"]


@record(frozen=True, slots=True)
class Found:
    """Where a module is.

    Attributes:
        path: its file; for a namespace package, one of its folders.
        is_package: whether it has submodules.
        is_namespace: whether it is a folder without `__init__.py`.
    """

    path: str
    origin: Origin
    is_package: bool
    is_namespace: bool = False


@record(frozen=True, slots=True)
class Entry:
    """One folder of the path that modules are searched on.

    Attributes:
        only: the one name that is found there, and what it is called there: editable installs show no more.
    """

    folder: str
    origin: Origin
    only: tuple[str, str] | None = None


class SearchPath:
    """Folders in the order in which they are searched. A package on the way to a module is searched for once.

    Attributes:
        entries: the folders.
    """

    def __init__(self, entries: Iterable[Entry], listing: Listing) -> None:
        """Nothing is searched yet."""
        self.entries = tuple(entries)
        self._listing = listing
        self._inside: dict[tuple[str, ...], tuple[Entry, ...]] = {(): self.entries}

    def find(self, names: tuple[str, ...]) -> Found | None:
        """Where the module of these names is: the first file or package wins, else the first folder."""
        folder = None
        for entry in self._within(names[:-1]) if names else ():
            found = self._here(entry, names[-1])
            if found is not None and not found.is_namespace:
                return found
            folder = folder or found
        return folder

    def _within(self, names: tuple[str, ...]) -> tuple[Entry, ...]:
        """Where the submodules of a package are searched."""
        if names not in self._inside:
            self._inside[names] = self._portions(self._within(names[:-1]), names[-1])
        return self._inside[names]

    def _portions(self, entries: tuple[Entry, ...], name: str) -> tuple[Entry, ...]:
        """The first package of that name, else all folders of it together."""
        portions: list[Entry] = []
        for entry in entries:
            found = self._here(entry, name)
            if found is not None and found.is_namespace:
                portions.append(Entry(found.path, entry.origin))
            elif found is not None and found.is_package:
                return (Entry(os.path.dirname(found.path), entry.origin),)
        return tuple(portions)

    def _here(self, entry: Entry, name: str) -> Found | None:
        if entry.only is not None:
            if name != entry.only[0]:
                return None
            name = entry.only[1]
        held = self._listing.names(entry.folder)
        folder = os.path.join(entry.folder, name) if name else entry.folder
        is_folder = not name or held.get(name) == "folder"
        origin: Origin = entry.origin
        typed: Origin = origin if origin == "bundled" else "stub"
        if is_folder:
            for init in ("__init__.py", "__init__.pyi"):
                if self._listing.has_file(folder, init):
                    return Found(os.path.join(folder, init), typed if init.endswith("i") else origin, True)
        if is_notebook(name) and held.get(name) == "file":
            return Found(folder, origin, False)
        for ending in (".py", ".pyi"):
            if held.get(name + ending) == "file":
                return Found(os.path.join(entry.folder, name + ending), typed if ending == ".pyi" else origin, False)
        return Found(folder, origin, True, True) if is_folder else None
