"""Where a class of a name is, for a user who named it alone: in the project, or in a library that is known."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from pytreelint.knowledge import bundles
from pytreelint.knowledge.names import canonical
from pytreelint.model.text.reading import DEFAULT_MAX_SIZE, text_beside

if TYPE_CHECKING:
    from pytreelint.model.project.layout import Layout

_MOST_FILES = 3_000
_SHOWN = 3


def suggestions(layout: Layout, target: str) -> list[str]:
    """What to name instead: `src/net.py::MLP`, `equinox.nn.MLP`."""
    name = target.rpartition("::")[2].rpartition(".")[2]
    if not name.isidentifier():
        return []
    head = re.compile(rf"^class {name}\b", re.MULTILINE)
    own = (f"{os.path.relpath(path)}::{name}" for path in _files(layout) if head.search(_text(path)))
    known = (_public(path, name) for path in _stubs() if head.search(_text(path)))
    return list(dict.fromkeys([*islice(own, _SHOWN), *known]))[:_SHOWN]


def _files(layout: Layout) -> Iterator[str]:
    """The project's files, up to a number of them."""
    waiting, left = list(dict.fromkeys([layout.project_root, *layout.roots]))[::-1], _MOST_FILES
    seen: set[str] = set()
    while waiting and left > 0:
        folder = waiting.pop()
        if folder not in seen:
            seen.add(folder)
            files = layout.python_files(folder)
            left -= len(files)
            yield from files
            waiting += layout.packages_in(folder)


def _stubs() -> Iterator[str]:
    for folder, _, names in sorted(os.walk(bundles.FOLDER)):
        yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(".pyi"))


def _public(path: str, name: str) -> str:
    """The name that users import a class of a stub by."""
    module = os.path.relpath(path, bundles.FOLDER).removesuffix(".pyi").replace(os.sep, ".").removesuffix(".__init__")
    dotted = canonical(f"{module}.{name}")
    shown = [part for part in dotted.split(".")[:-1] if not part.startswith("_")]
    return ".".join([*shown, name])


def _text(path: str) -> str:
    return text_beside(path, DEFAULT_MAX_SIZE)
