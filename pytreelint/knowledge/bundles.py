"""Libraries whose public classes and functions are described by stubs, for where they are not installed.

Use::

    FOLDER + "/equinox/nn/_linear.pyi"           # a module's stub, found and read as the module itself would be
    versions()["equinox"]                        # -> "0.13.8": the version that it describes

`tools/generate_bundles.py` writes the stubs. Their words (`of`, `made`, ...) are operations: `model/types/bundled.py`.
"""

from __future__ import annotations

import os
from functools import cache

FOLDER = os.path.join(os.path.dirname(__file__), "bundled")
VERSIONS = os.path.join(FOLDER, "versions.json")

LIBRARIES = (
    "equinox",
    "flax",
    "optax",
    "diffrax",
    "optimistix",
    "lineax",
    "jax_dataclasses",
    "chex",
    "simple_pytree",
    "zodiax",
)


@cache
def versions() -> dict[str, str]:
    """The version of each library that its stubs describe."""
    import json  # a run that the cache answers asks for no version

    with open(VERSIONS, encoding="utf-8") as file:
        table: dict[str, str] = json.load(file)
    return table


def label(path: str) -> str | None:
    """What people read in the place of a stub's path: `equinox 0.13.8 (bundled)`; None for every other file."""
    inside = os.path.relpath(path, FOLDER) if path.startswith(FOLDER) else ""
    library = inside.partition(os.sep)[0]
    return f"{library} {versions()[library]} (bundled)" if library in versions() else None
