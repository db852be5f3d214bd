"""Nodes of a tree, one by one. Names: `tree_flatten_one_level`, `tree_check`."""

from __future__ import annotations

from typing import Any

from jax.tree_util import keystr, tree_flatten, tree_flatten_with_path, treedef_is_leaf


def tree_flatten_one_level(pytree: Any) -> tuple[list[Any], Any]:
    """The immediate children of a node, and its structure with a leaf for each of them.

    Args:
        pytree: Any PyTree; of a leaf the only child is the leaf.

    Returns:
        `(children, treedef)`, as `jax.tree_util.tree_flatten`.

    Raises:
        ValueError: The node is its own child.

    Examples:
        >>> tree_flatten_one_level({"a": 3, "b": (1, 2)})
        ([3, (1, 2)], PyTreeDef({'a': *, 'b': *}))
    """
    seen = False

    def is_child(node: Any) -> bool:
        nonlocal seen
        if node is pytree and not seen:
            seen = True
            return False
        if node is pytree:
            raise ValueError(f"a node of type `{type(pytree).__name__}` is its own child; a PyTree must end")
        return True

    children, treedef = tree_flatten(pytree, is_leaf=is_child)
    return children, treedef


def tree_check(pytree: Any) -> None:
    """Check that a tree has no node inside of itself and none in two places: behind a transform these are two.

    Leaves and nodes without leaves may be in many places. To keep a shared node shared: `share_through`, `Shared`.

    Args:
        pytree: Any PyTree.

    Returns:
        Nothing.

    Raises:
        ValueError: A node is in two places, or inside of itself; the message names both.

    Examples:
        >>> layer = [jnp.ones(2)]
        >>> tree_check({"a": layer, "b": [jnp.ones(2)]})
        >>> tree_check({"a": layer, "b": layer})
        Traceback (most recent call last):
        ValueError: one node of type `list` is at ['a'] and at ['b']; behind a transform these are two
    """
    _check(pytree, "", {}, set())


def _check(node: Any, path: str, places: dict[int, str], around: set[int]) -> None:
    shown = path or "the root"
    if id(node) in around:
        raise ValueError(
            f"a node of type `{type(node).__name__}` is inside of itself: at {places[id(node)]} and {shown}"
        )
    tree_flatten_one_level(node)  # not its own child, which no other function survives
    children, treedef = tree_flatten_with_path(node, is_leaf=lambda part: part is not node)
    if treedef_is_leaf(treedef) or not children:
        return
    if id(node) in places:
        where = f"at {places[id(node)]} and at {shown}"
        raise ValueError(f"one node of type `{type(node).__name__}` is {where}; behind a transform these are two")
    places[id(node)] = shown
    for key, child in children:
        _check(child, path + keystr(key), places, around | {id(node)})
