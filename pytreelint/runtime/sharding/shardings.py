"""Prefixes of trees with shardings at their leaves, spread over the leaves of a whole tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jax.sharding import PartitionSpec, Sharding
from jax.tree_util import keystr, tree_flatten, tree_flatten_with_path, tree_leaves

from pytreelint.runtime.trees.described import type_of
from pytreelint.runtime.trees.eval_shape import is_shaped
from pytreelint.runtime.trees.prefixes import mismatch


def spread(prefix: Any, tree: Any, what: str, names: Sequence[str] | None = None, asks: bool = True) -> list[Any]:
    """The entry of each leaf.

    Args:
        prefix: A prefix of the tree; None, which says nothing, may stand for any subtree. A callable among its leaves
            is asked for each array that it is for, `entry(name, leaf)`.
        tree: Any PyTree.
        what: What the error calls the prefix.
        names: What a callable is told of each leaf; by default attributes, keys and indices joined by dots.
        asks: Callables are asked; else they are entries like others.

    Returns:
        One entry for each leaf of `tree`.

    Raises:
        ValueError: It is no prefix of the tree.
        TypeError: A callable answers something else than a sharding, a `PartitionSpec`, a device or None.

    Examples:
        >>> spread([1, None], [{"a": "x", "b": "y"}, "z"], "in_shardings")
        [1, 1, None]
    """
    entries, treedef = tree_flatten(prefix, is_leaf=lambda x: x is None)
    try:
        subtrees = treedef.flatten_up_to(tree)
    except (TypeError, ValueError) as error:
        where = mismatch(prefix, tree, none_fits=True) or error
        raise ValueError(f"`{what}` is no prefix of the tree that it is for: {where}") from None
    found = [entry for entry, subtree in zip(entries, subtrees, strict=True) for _ in tree_leaves(subtree)]
    return _asked(found, tree, what, names) if asks and any(map(is_asked, entries)) else found


def is_asked(entry: Any) -> bool:
    """Whether an entry is a callable that answers for each leaf."""
    return callable(entry) and not isinstance(entry, (Sharding, PartitionSpec, type))


def note_misfits(
    error: Exception, what: str, entries: Sequence[Any], leaves: Sequence[Any], names: Sequence[str]
) -> None:
    """Add to JAX's error which arrays it is about: those that their shardings do not fit.

    Args:
        error: What was raised; gets a note.
        what: Where the shardings were given.
        entries: A sharding for each array; others are passed over.
        leaves: The arrays, or their shapes.
        names: What to call them.
    """
    for entry, leaf, name in zip(entries, leaves, names, strict=True):
        if isinstance(entry, Sharding) and is_shaped(leaf):
            try:
                entry.shard_shape(leaf.shape)
            except ValueError:
                error.add_note(f"`{what}` does not fit `{name}`, {type_of(leaf)}")


def _asked(entries: list[Any], tree: Any, what: str, names: Sequence[str] | None) -> list[Any]:
    named = tree_flatten_with_path(tree)[0]
    found = []
    for position, (entry, (path, leaf)) in enumerate(zip(entries, named, strict=True)):
        if is_asked(entry):
            name = keystr(path, simple=True, separator=".") if names is None else names[position]
            entry = entry(name, leaf) if is_shaped(leaf) else None
            if is_asked(entry) or isinstance(entry, (bool, str, type)):
                raise TypeError(f"`{what}` answers {entry!r} for `{name}`: give a sharding, a PartitionSpec or None")
        found.append(entry)
    return found
