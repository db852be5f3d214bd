"""The heads of definitions in the files of a package: where classes may stand that derive from one of a given name,
and where a decorator of a given name stands."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from pytreelint.model.text.words import lines_with

if TYPE_CHECKING:
    from pytreelint.model.project.layout import Layout
    from pytreelint.model.project.modules import ModuleInfo

_HEAD = re.compile(r"class +(\w+) *(?:\[[^\]\n]*\])? *\(([^)]*)\)")
_OTHER_NAME = re.compile(r"\b(\w++) +as +(\w+)")  # at the beginning of a word alone
_WORD = re.compile(r"\w+")
_APPENDED = re.compile(r"(?:\w+\.)*(\w+)\.append\(")
_MOST_FILES = 2_000  # of a package that is searched; 4 ms for a hundred


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
        self._uses: dict[tuple[str, str], dict[str, list[str]]] = {}
        self._appended: dict[str, frozenset[str]] = {}

    def files(self, folder: str, base: str) -> list[str]:
        """The files in and below a folder that have a class with a base of this name."""
        if folder not in self._files:
            found: dict[str, list[str]] = {}
            self._files[folder] = found
            for path in files_below(self._layout, folder):
                for name in self.bases(path):
                    found.setdefault(name, []).append(path)
        return self._files[folder].get(base, [])

    def forget(self, paths: Iterable[str]) -> None:
        """These files have changed."""
        for path in paths:
            self._bases.pop(path, None)
        self._files.clear()
        self._uses.clear()
        self._appended.clear()

    def uses(self, folder: str, name: str) -> dict[str, list[str]]:
        """The lines in and below a folder that decorate a definition of a module by this name, or call it, by file.

        With a dot before the name, all lines that have such an attribute; with a bracket behind it, those that begin
        with an item of it; with a colon, those that name it, but for heads of classes, imports and lists of names; with
        `def ` before it, those that define it.
        """
        if (folder, name) not in self._uses:
            written = rf"@(?:\w+\.)*{name}\b|(?:\w+\.)*{name}\("
            if name.startswith(".") or name.endswith("["):
                written = rf".*\{name}\b" if name.startswith(".") else rf"(?:\w+\.)*{name[:-1]}\["
            if name.startswith(":"):
                alone = rf"\s*['\"]?{name[1:]}['\"]?(?: as \w+)?,?\s*\)?$"
                written = rf"(?!\s*(?:class|from|import)\b|{alone}).*\b{name[1:]}\b"
            if name.startswith("def "):
                written = rf" +{name}\b"
            pattern, word = re.compile(written), name.strip(":")
            texts = ((path, self._text(path)) for path in files_below(self._layout, folder))
            found = {path: list(filter(pattern.match, lines_with(word, text))) for path, text in texts}
            self._uses[folder, name] = {path: lines for path, lines in found.items() if lines}
        return self._uses[folder, name]

    def appended(self, folder: str) -> frozenset[str]:
        """The names to which a statement of a module in or below a folder appends, as that begins a line."""
        if folder not in self._appended:
            texts = [self._text(path) for path in files_below(self._layout, folder)]
            lines = [line for text in texts for line in lines_with(".append(", text)]
            self._appended[folder] = frozenset(found[1] for line in lines if (found := _APPENDED.match(line)))
        return self._appended[folder]

    def bases(self, path: str) -> dict[str, tuple[str, ...]]:
        """The classes of a file by the names of their bases."""
        if path not in self._bases:
            self._bases[path] = _read(self._text(path))
        return self._bases[path]


def _read(text: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    text = text.replace("\t", " ")
    heads = list(_heads(text))
    others: dict[str, list[str]] = {}
    for name, other in _other_names(text) if heads else ():
        others.setdefault(other, []).append(name)
    for cls, bases in heads:
        for word in dict.fromkeys(_WORD.findall(bases)):
            for base in (word, *others.get(word, ())):
                found[base] = (*found.get(base, ()), cls)
    return found


def _heads(text: str) -> Iterator[tuple[str, str]]:
    """The name of each class with bases, and the text of these. One pattern for it takes thirty times as long."""
    at = text.find("class ")
    while at >= 0:
        end = at + 1
        if not text[text.rfind("\n", 0, at) + 1 : at].strip(" ") and (match := _HEAD.match(text, at)):
            yield match[1], match[2]
            end = match.end()
        at = text.find("class ", end)


def _other_names(text: str) -> Iterator[tuple[str, str]]:
    """Each `name as other`, in code and elsewhere."""
    for line in lines_with(" as ", text):
        yield from _OTHER_NAME.findall(line)


def files_below(layout: Layout, folder: str) -> Iterator[str]:
    """The Python files of a package, up to a number of them; more would take longer than what they tell is worth."""
    waiting, count = [folder], 0
    while waiting and count < _MOST_FILES:
        current = waiting.pop()
        files = layout.python_files(current)
        count += len(files)
        yield from files
        waiting += layout.packages_in(current)


def package_folder(module: ModuleInfo) -> str:
    """The folder of the outermost package that a module belongs to; of a module alone, the one that it lies in."""
    parts = module.name.split(".")[: None if module.is_package else -1]
    folder = os.path.dirname(module.source.path)
    return folder if not parts else os.path.abspath(os.path.join(folder, *([os.pardir] * (len(parts) - 1))))
