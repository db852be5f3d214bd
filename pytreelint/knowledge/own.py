"""The library names that a project's own names behave like: by its configuration, and for `pytreelint.runtime`."""

from __future__ import annotations

from typing import TypeVar

Entry = TypeVar("Entry")

# Kind of own name (a key of `[tool.pytreelint.knowledge]`) -> the library name whose entry speaks for it.
BEHAVES_LIKE: dict[str, str] = {
    "pytree_bases": "equinox.Module",
    "pytree_decorators": "tjax.dataclasses.dataclass",
    "static_functions": "pytreelint.static_field",
}

RUNTIME = "pytreelint.runtime"
_LIKE_EQUINOX = """
apply_updates branched_error_if combine error_if filter filter_shard is_array is_array_like is_inexact_array
is_inexact_array_like partition tree_at tree_deserialise_leaves tree_equal
"""
# The runtime's functions -> Equinox's, which do the same: every table that knows the one knows the other.
LIKE_EQUINOX: dict[str, str] = {f"{RUNTIME}.{name}": f"equinox.{name}" for name in _LIKE_EQUINOX.split()}


def with_runtime(table: dict[str, Entry]) -> dict[str, Entry]:
    """A table by names, with the runtime's names beside Equinox's."""
    return table | {own: table[like] for own, like in LIKE_EQUINOX.items() if like in table}
