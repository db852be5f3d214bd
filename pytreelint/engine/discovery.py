"""From the paths of the command line to the files that are checked: each once, in one order, whatever the disk says."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pytreelint.engine.patterns import matches, matches_itself
from pytreelint.model.text.listing import Listing

if TYPE_CHECKING:
    from pytreelint.engine.gitignore import Gitignore
    from pytreelint.engine.settings import Settings

# Stubs hold no code that could go wrong: they are read as declarations, and never judged unless they are named.
ENDINGS = (".py", ".pyw", ".ipynb")


class MissingPathError(Exception):
    """A path that was named does not exist."""

    def __init__(self, path: str) -> None:
        """The path as it was given."""
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return f"{self.path}: no such file or folder"


def discover(paths: Sequence[str], settings: Settings, listing: Listing | None = None) -> tuple[str, ...]:
    """The absolute paths of all files to check, sorted.

    Files and folders that are named are checked even where `exclude` or `.gitignore` would leave them out, unless
    `force-exclude` is set. Each file is checked once, whatever links lead to it, under the name without links if it
    was met.

    Raises:
        MissingPathError: a named path does not exist.
    """
    walk = _Walk(settings, listing or Listing())
    found: dict[str, str] = {}
    named = sorted({os.path.abspath(path) for path in paths}, key=_order)
    for path in named:
        for real, file in walk.files(path):
            if real == file or real not in found:
                found[real] = file
    return tuple(sorted(found.values(), key=_order))


def _order(path: str) -> list[str]:
    """Folder by folder: `a/z.py` before `a_b/c.py`."""
    return path.split(os.sep)


class _Walk:
    """One walk over folders; it remembers, by resolved path, where it has been."""

    def __init__(self, settings: Settings, listing: Listing) -> None:
        self.settings = settings
        self.listing = listing
        self.visited: set[str] = set()

    def files(self, path: str) -> Iterator[tuple[str, str]]:
        """The (resolved path, path) of each file below a named path, or of that file."""
        if not os.path.lexists(path):
            raise MissingPathError(path)
        settings = self.settings.of(path)
        if settings.force_exclude and matches(settings.exclude, path, settings.root):
            return
        if os.path.isdir(path):
            yield from self._tree(path)
        else:
            yield os.path.realpath(path), path

    def _tree(self, top: str) -> Iterator[tuple[str, str]]:
        """Without recursion, as folders may be nested deeper than calls; what links lead to comes last."""
        waiting = [(os.path.realpath(top), top, self._gitignore(top))]
        linked: list[tuple[str, str, Gitignore | None]] = []
        while waiting or linked:
            real, folder, ignored = waiting.pop() if waiting else linked.pop(0)
            if real in self.visited:
                continue
            self.visited.add(real)
            content = self.listing.folder(folder)
            settings = self.settings.of(os.path.join(folder, "_"))
            if ignored is not None:
                ignored = ignored.entered(folder, content.names)
            for name, kind in sorted(content.names.items()):
                path = os.path.join(folder, name)
                if not self._wanted(name, path, kind == "folder", ignored, settings):
                    continue
                link = name in content.links
                target = os.path.realpath(path) if link else os.path.join(real, name)
                if kind == "folder":
                    (linked if link else waiting).append((target, path, ignored))
                else:
                    yield target, path

    def _gitignore(self, folder: str) -> Gitignore | None:
        if not self.settings.respect_gitignore:
            return None
        from pytreelint.engine.gitignore import above

        return above(folder, self.settings.root, self.listing)

    def _wanted(self, name: str, path: str, is_folder: bool, ignored: Gitignore | None, settings: Settings) -> bool:
        if not is_folder and not name.endswith(ENDINGS):
            return False
        if matches_itself(settings.exclude, path, settings.root):
            return False
        return ignored is None or not ignored.ignores(path, is_folder)
