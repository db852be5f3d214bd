"""Filtered transforms for every PyTree. An island: imports jax and numpy, nothing from the linter."""

from __future__ import annotations

from pytreelint.runtime.axes import if_array
from pytreelint.runtime.leaves import (
    combine,
    filter,  # noqa: A004 - the name that the field knows
    is_array,
    is_array_like,
    is_inexact_array,
    is_inexact_array_like,
    partition,
)
from pytreelint.runtime.tree_at import tree_at
from pytreelint.runtime.tree_equal import tree_equal
from pytreelint.runtime.vmap import filter_vmap

__all__ = [
    "combine",
    "filter",
    "filter_vmap",
    "if_array",
    "is_array",
    "is_array_like",
    "is_inexact_array",
    "is_inexact_array_like",
    "partition",
    "tree_at",
    "tree_equal",
]
