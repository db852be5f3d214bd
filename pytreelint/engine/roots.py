"""Where a project begins that no configuration names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from pytreelint.model.text.reading import read_bytes
from pytreelint.model.text.unreadable import Unreadable

_MARKERS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")
_LARGEST = 2_000_000  # bytes of a file
_FILES_READ = 100  # of a folder that is no project, to see whether it is a package


def common_folder(paths: Sequence[str]) -> str:
    """The innermost folder that holds all paths, themselves folders or files."""
    folders = [path if os.path.isdir(path) else os.path.dirname(path) for path in map(os.path.abspath, paths)]
    try:
        return os.path.commonpath(folders) if folders else os.getcwd()
    except ValueError:  # different drives
        return folders[0]


def upwards(folder: str) -> list[str]:
    """A folder and those around it, the innermost first."""
    found = [folder]
    while os.path.dirname(found[-1]) != found[-1]:
        found.append(os.path.dirname(found[-1]))
    return found


def project_root(start: str) -> str:
    """The nearest folder, at or above one, that looks like a project, else itself, outside of packages."""
    for folder in upwards(start):
        if any(os.path.exists(os.path.join(folder, marker)) for marker in _MARKERS):
            return folder
    while _is_package(start) and os.path.dirname(start) != start:
        start = os.path.dirname(start)
    return start


def _is_package(folder: str) -> bool:
    """Whether a folder is a package, or one without `__init__.py`, as its own files import it: `from net import x`."""
    if os.path.isfile(os.path.join(folder, "__init__.py")):
        return True
    name = os.path.basename(folder)
    importing = re.compile(rb"^\s*(?:from|import)\s+" + name.encode() + rb"\b", re.MULTILINE)
    return name.isidentifier() and any(importing.search(text) for text in _texts(folder))


def _texts(folder: str) -> Iterator[bytes]:
    """What some Python files in a folder hold: a package's modules import each other in the first that are read."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".py"))[:_FILES_READ]
    except OSError:
        return
    for name in names:
        try:
            yield read_bytes(os.path.join(folder, name), _LARGEST)
        except Unreadable:
            continue
