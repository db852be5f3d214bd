"""Several trees as one, with their arrays stacked. Name: `filter_stack`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import jax.numpy as jnp
from jax.tree_util import keystr, tree_flatten, tree_flatten_with_path

from pytreelint.runtime.trees.cycles import refusing_cycles
from pytreelint.runtime.trees.leaves import is_array
from pytreelint.runtime.trees.prefixes import mismatch
from pytreelint.runtime.trees.static_key import static_key
from pytreelint.runtime.trees.structures import structures_differ

T = TypeVar("T")


@refusing_cycles
def filter_stack(trees: Iterable[T], axis: int = 0) -> T:
    """One tree of several alike: arrays are stacked, other leaves are those that all have.

    What `filter_scan`, `filter_map` and `filter_vmap` take for inputs, or for an ensemble of models.

    Args:
        trees: At least one; of one structure, with arrays of the same shapes and equal static leaves.
        axis: Where the new axis is, as in `jax.numpy.stack`.

    Returns:
        A tree of that structure; an array of shape `s` has become one of shape `(n, *s)`, for `axis=0`.

    Raises:
        ValueError: There are no trees; or one differs from the first in structure, in the shape of an array, or in a
            leaf that is no array. The message names the tree and the leaf.

    Examples:
        >>> scenes = [{"points": jnp.full(2, i), "kind": "office"} for i in (1.0, 2.0)]
        >>> stacked = filter_stack(scenes)
        >>> stacked["points"].tolist(), stacked["kind"]
        ([[1.0, 1.0], [2.0, 2.0]], 'office')
    """
    given = list(trees)
    if not given:
        raise ValueError("filter_stack needs at least one tree")
    named, treedef = tree_flatten_with_path(given[0])
    columns: list[list[Any]] = [[leaf] for _, leaf in named]
    for i, tree in enumerate(given[1:], start=1):
        leaves, structure = tree_flatten(tree)
        if structures_differ(structure, treedef):
            where = mismatch(given[0], tree, none_fits=False) or f"it is {structure}, and the first {treedef}"
            raise ValueError(f"filter_stack needs trees of one structure; of `trees[{i}]` and the first: {where}")
        for (path, first), leaf, column in zip(named, leaves, columns, strict=True):
            if not _is_alike(first, leaf):
                raise ValueError(
                    f"filter_stack: `trees[{i}]{keystr(path)}` is {_shown(leaf)}, and of the first tree "
                    f"{_shown(first)}. Arrays must have one shape; what is no array must be equal, or be made an array"
                )
            column.append(leaf)
    stacked: T = treedef.unflatten([jnp.stack(c, axis) if is_array(c[0]) else c[0] for c in columns])
    return stacked


def _is_alike(first: Any, leaf: Any) -> bool:
    if is_array(first) and is_array(leaf):
        return bool(first.shape == leaf.shape)
    return is_array(first) == is_array(leaf) and static_key(first, lenient=True) == static_key(leaf, lenient=True)


def _shown(leaf: Any) -> str:
    return f"{leaf.dtype}{list(leaf.shape)}" if is_array(leaf) else repr(leaf)
