"""Which installed packages can have to do with JAX at all: what they require and import says so.

A package that does not require the array libraries, directly or through what it requires, and imports none itself (some
leave the choice of an accelerator's build to the user) neither makes nor transforms a PyTree. Following calls into it
(pretty-printers, parsers, loggers) would only cost time.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import islice

from pytreelint.model.installed.environment import Environment, normal
from pytreelint.model.text.listing import Listing
from pytreelint.model.text.reading import text_beside

# An extra may be what brings the array library in, so markers are not looked at.
_REQUIRES = re.compile(r"^Requires-Dist:\s*([A-Za-z0-9][A-Za-z0-9._-]*)", re.MULTILINE)
_IMPORTS = re.compile(r"^\s*(?:import|from)\s+(\w+)", re.MULTILINE)
_MOST_FILES = 200


class Requirements:
    """What the distributions of one environment require.

    Args:
        wanted: the distributions that decide, which are packages of the same name.
    """

    def __init__(self, environment: Environment | None, listing: Listing, wanted: frozenset[str]) -> None:
        """Nothing is read yet."""
        self._environment = environment
        self._listing = listing
        self._wanted = wanted
        self._folders: dict[str, str] | None = None
        self._brought_by: dict[str, str] | None = None
        self._answers: dict[str, bool] = {}

    def lead_there(self, package: str, folder: str | None) -> bool:
        """Whether a top-level package may use one of the wanted distributions; True where its metadata are unknown.

        Args:
            folder: of its modules; None for a package that is one file.
        """
        name = self._distribution(package)
        if name is None:
            return True
        if name not in self._answers:
            wanted = self._closure(name) & self._wanted
            self._answers[name] = bool(wanted) or folder is None or self._imported(folder)
        return self._answers[name]

    def _distribution(self, package: str) -> str | None:
        """What brings a package: the distribution of its name, or one that says so (`PyYAML` brings `yaml`)."""
        name = normal(package)
        if name in self._metadata():
            return name
        if self._brought_by is None:
            self._brought_by = {
                line.strip(): each
                for each, folder in self._metadata().items()
                for line in text_beside(os.path.join(folder, "top_level.txt")).splitlines()
            }
        return self._brought_by.get(package)

    def _imported(self, folder: str) -> bool:
        """Whether one of the first modules of a package imports what is wanted."""
        files = (os.path.join(at, name) for at, _, names in os.walk(folder) for name in sorted(names))
        modules = islice((file for file in files if file.endswith(".py")), _MOST_FILES)
        return any(match[1] in self._wanted for file in modules for match in _IMPORTS.finditer(text_beside(file)))

    def _closure(self, name: str) -> set[str]:
        seen, todo = {name}, [name]
        while todo and not seen & self._wanted:
            new = set(self._required(todo.pop())) - seen
            seen |= new
            todo += new
        return seen

    def _required(self, name: str) -> Iterator[str]:
        folder = self._metadata().get(name)
        for match in _REQUIRES.finditer(text_beside(os.path.join(folder, "METADATA"))) if folder else ():
            yield normal(match[1])

    def _metadata(self) -> dict[str, str]:
        """The folder of the metadata of each distribution, by normalised name."""
        if self._folders is None:
            self._folders = {}
            for path in reversed(self._environment.paths if self._environment else ()):  # the first on the path wins
                for name in self._listing.names(path):
                    if name.endswith(".dist-info"):
                        self._folders[normal(name.partition("-")[0])] = os.path.join(path, name)
        return self._folders
