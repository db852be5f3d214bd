"""Prefixes of trees with shardings at their leaves, spread over the leaves of a whole tree."""

from __future__ import annotations

from typing import Any

from jax.tree_util import tree_flatten, tree_leaves

from pytreelint.runtime.prefixes import mismatch


def spread(prefix: Any, tree: Any, what: str) -> list[Any]:
    """The entry of each leaf.

    Args:
        prefix: A prefix of the tree; None, which says nothing, may stand for any subtree.
        tree: Any PyTree.
        what: What the error calls the prefix.

    Returns:
        One entry for each leaf of `tree`.

    Raises:
        ValueError: It is no prefix of the tree.

    Example:
        >>> spread([1, None], [{"a": "x", "b": "y"}, "z"], "in_shardings")
        [1, 1, None]
    """
    entries, treedef = tree_flatten(prefix, is_leaf=lambda x: x is None)
    try:
        subtrees = treedef.flatten_up_to(tree)
    except (TypeError, ValueError) as error:
        where = mismatch(prefix, tree, none_fits=True) or error
        raise ValueError(f"`{what}` is no prefix of the tree that it is for: {where}") from None
    return [entry for entry, subtree in zip(entries, subtrees, strict=True) for _ in tree_leaves(subtree)]
