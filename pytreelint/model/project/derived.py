"""The heads of classes in the files of a package: where classes may stand that derive from one of a given name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytreelint.model.project.layout import Layout

_HEAD = re.compile(r"^[ \t]*class[ \t]+(\w+)[ \t]*(?:\[[^\]\n]*\])?[ \t]*\(([^)]*)\)", re.MULTILINE)
_OTHER_NAME = re.compile(r"\b(\w+)[ \t]+as[ \t]+(\w+)")
_WORD = re.compile(r"\w+")
_MOST_FILES = 2_000  # of a package that is searched; 20 ms for a hundred


class Heads:
    """What the heads of classes name as bases, by file.

    Args:
        text: the text of a file; injected, as unsaved text may stand for it.
    """

    def __init__(self, layout: Layout, text: Callable[[str], str]) -> None:
        """Nothing is read yet."""
        self._layout = layout
        self._text = text
        self._bases: dict[str, dict[str, tuple[str, ...]]] = {}
        self._files: dict[str, dict[str, list[str]]] = {}

    def files(self, folder: str, base: str) -> list[str]:
        """The files in and below a folder that have a class with a base of this name."""
        if folder not in self._files:
            found: dict[str, list[str]] = {}
            self._files[folder] = found
            for path in _below(self._layout, folder):
                for name in self.bases(path):
                    found.setdefault(name, []).append(path)
        return self._files[folder].get(base, [])

    def forget(self, paths: Iterable[str]) -> None:
        """These files have changed."""
        for path in paths:
            self._bases.pop(path, None)
        self._files.clear()

    def bases(self, path: str) -> dict[str, tuple[str, ...]]:
        """The classes of a file by the names of their bases."""
        if path not in self._bases:
            self._bases[path] = _read(self._text(path))
        return self._bases[path]


def _read(text: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    if "class" not in text:
        return found
    others: dict[str, list[str]] = {}
    for match in _OTHER_NAME.finditer(text):
        others.setdefault(match[2], []).append(match[1])
    for match in _HEAD.finditer(text):
        for word in dict.fromkeys(_WORD.findall(match[2])):
            for base in (word, *others.get(word, ())):
                found[base] = (*found.get(base, ()), match[1])
    return found


def _below(layout: Layout, folder: str) -> Iterator[str]:
    """The Python files of a package, up to a number of them; more would take longer than what they tell is worth."""
    waiting, count = [folder], 0
    while waiting and count < _MOST_FILES:
        current = waiting.pop()
        files = layout.python_files(current)
        count += len(files)
        yield from files
        waiting += layout.packages_in(current)
