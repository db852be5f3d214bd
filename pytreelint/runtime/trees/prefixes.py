"""Where a prefix of a tree and the tree differ in structure."""

from __future__ import annotations

from typing import Any

from jax.tree_util import keystr, tree_flatten, tree_flatten_with_path, tree_structure, treedef_is_leaf


def mismatch(prefix: Any, tree: Any, none_fits: bool, path: str = "") -> str:
    """The first place where a tree does not continue its prefix, and what is there.

    Args:
        prefix: What should be a prefix of the tree.
        tree: Any PyTree.
        none_fits: None in the prefix stands for any subtree.
        path: Where both are.

    Returns:
        A clause; empty if there is no such place.
    """
    if treedef_is_leaf(tree_structure(prefix)) or (prefix is None and none_fits):
        return ""
    found, kind = tree_flatten_with_path(prefix, is_leaf=lambda part: part is not prefix)
    parts, other_kind = tree_flatten(tree, is_leaf=lambda part: part is not tree)
    if kind != other_kind:
        return f"at {path or 'the root'} it is {_described(prefix)}, and the tree {_described(tree)}"
    below = (mismatch(x, part, none_fits, path + keystr(key)) for (key, x), part in zip(found, parts, strict=True))
    return next((clause for clause in below if clause), "")


def _described(node: Any) -> str:
    if isinstance(node, dict):
        return f"a {type(node).__name__} with the keys {', '.join(map(repr, node))}"
    return f"a {type(node).__name__}" + (f" of {len(node)}" if isinstance(node, (tuple, list)) else "")
