"""The note on an environment that has none of the JAX libraries that the project imports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytreelint.knowledge.packages import ARRAY_DISTRIBUTIONS, JAX_LIBRARIES

if TYPE_CHECKING:
    from pytreelint.model.project.layout import Layout

# At the top of a module and outside of every block: what a program can do without is imported elsewhere.
_IMPORT = re.compile(rf"^(?:import|from)[ \t]+({'|'.join(sorted(JAX_LIBRARIES, reverse=True))})\b", re.MULTILINE)
_MOST_NAMES = 4


class MissingLibraries:
    """Watches what the files of a run import, until one of the libraries is found.

    JAX itself counts only where nothing else is imported: tables speak for it, wherever it is installed.
    """

    def __init__(self, layout: Layout) -> None:
        """Nothing is seen yet."""
        self._layout = layout
        self._there: dict[str, bool] = {}
        self._well = layout.environment is None

    def see(self, text: str) -> None:
        """Looks at what a file of the project imports."""
        if self._well:
            return
        for name in _IMPORT.findall(text):
            if name not in self._there:
                self._there[name] = self._is_there(name)
                self._well = self._well or (self._there[name] and name not in ARRAY_DISTRIBUTIONS)

    def note(self) -> str | None:
        """The note for the user, once all files were seen; None if the environment has one of the libraries."""
        environment = self._layout.environment
        names = sorted(self._there.keys() - ARRAY_DISTRIBUTIONS) or sorted(self._there)
        if environment is None or not names or any(self._there[name] for name in names):
            return None
        shown = ", ".join(names[:_MOST_NAMES]) + (", ..." if len(names) > _MOST_NAMES else "")
        whose = "our own" if environment.origin == "own" else f"by {environment.origin}"
        return (
            f"the environment {environment.prefix} ({whose}) has none of the libraries that the project imports"
            f" ({shown}); name another one with --python, or `python` in the configuration"
        )

    def _is_there(self, name: str) -> bool:
        found = self._layout.find(name)
        return found is not None and found.origin != "bundled"
