"""Libraries that lie beside the project's own packages: `equinox/` beside `net/`, in one folder.

What imports one means a library: its lines are no evidence, and no field of its is the project's. Its own files, when
they are judged, are the project's; they are known by a name that no import can spell.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache

from pytreelint.knowledge.packages import JAX_LIBRARIES
from pytreelint.model.text.listing import Listing
from pytreelint.model.text.reading import text_beside

# Ends the first part of the name under which a file of such a library is judged.
BESIDE = "%3B"
# What lies beside the package in a checkout of the library itself.
_NO_PACKAGES = frozenset({"tests", "test", "testing", "docs", "doc", "examples", "benchmarks", "scripts", "tools"})
_METADATA = ("pyproject.toml", "setup.cfg", "setup.py")


def without_mark(name: str) -> str:
    """Returns the name that imports use for a module or what is in it."""
    return name.replace(BESIDE, "", 1)


class Beside:
    """Tells which packages of an import root are libraries that lie beside others; asks the disk once for each."""

    def __init__(self, listing: Listing) -> None:
        self._listing = listing
        self._known: dict[tuple[str, str], bool] = {}

    def is_library(self, root: str, top: str) -> bool:
        """Whether `top` is one: a known library, a package, beside another package, and not what the metadata name."""
        if top not in JAX_LIBRARIES:
            return False
        key = (root, top)
        if key not in self._known:
            others = (n for n in self._listing.names(root) if n != top and n not in _NO_PACKAGES)
            self._known[key] = (
                self._is_package(root, top)
                and any(self._is_package(root, name) for name in others)
                and not any(_names(text_beside(os.path.join(root, file)), top) for file in _METADATA)
            )
        return self._known[key]

    def only_named(self, root: str, top: str) -> bool:
        """Whether a package has the name of a library and is none: `backends/jax`, without what is in JAX."""
        modules = _modules(top) if self._is_package(root, top) else frozenset()
        held = {name.partition(".")[0] for name in self._listing.names(os.path.join(root, top))}
        return 2 * len(modules & held) < len(modules)

    def _is_package(self, root: str, name: str) -> bool:
        return self._listing.has_folder(root, name) and self._listing.has_file(os.path.join(root, name), "__init__.py")


@lru_cache
def _modules(library: str) -> frozenset[str]:
    """The names of those modules of a library of which tables speak."""
    from pytreelint.knowledge.known import PACKAGES  # read where it is asked for: what the cache answers needs none

    parted = (name.rpartition(".") for name in PACKAGES)
    return frozenset(last for head, _, last in parted if head == library)


def _names(metadata: str, top: str) -> bool:
    """Whether a project's metadata give it the name of a package."""
    name = re.sub(r"[-_.]+", "[-_.]+", top)
    return (
        re.search(rf"^\s*name\s*=\s*[\"']?{name}[\"']?\s*,?\s*(#.*)?$", metadata, re.MULTILINE | re.IGNORECASE)
        is not None
    )
