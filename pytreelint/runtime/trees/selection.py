"""Some leaves of a tree: taken out, put back, or alone with None for the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jax.tree_util import keystr, tree_flatten, tree_flatten_with_path, tree_map, tree_unflatten


class Selection:
    """A tree of which some leaves are chosen.

    Args:
        tree: Any PyTree.
        mask: For each of its leaves whether it is chosen.

    Attributes:
        chosen: The chosen leaves in order.
        others: The other leaves in order.
        mask: As given, a tuple.
        treedef: The structure of the tree.
    """

    __slots__ = ("chosen", "mask", "others", "treedef")

    def __init__(self, tree: Any, mask: Sequence[bool]) -> None:
        leaves, self.treedef = tree_flatten(tree)
        self.mask = tuple(mask)
        self.chosen = [leaf for leaf, keep in zip(leaves, self.mask, strict=True) if keep]
        self.others = [leaf for leaf, keep in zip(leaves, self.mask, strict=True) if not keep]

    def join(self, values: Sequence[Any]) -> Any:
        """The tree with these values for the chosen leaves."""
        return merge(self.treedef, self.mask, values, self.others)

    def only(self, values: Sequence[Any]) -> Any:
        """A tree of the same structure with these values for the chosen leaves and None for the others."""
        return only(self.treedef, self.mask, values)


def merge(treedef: Any, mask: Sequence[bool], chosen: Sequence[Any], others: Sequence[Any]) -> Any:
    """A tree of its chosen leaves and the others."""
    first, second = iter(chosen), iter(others)
    return tree_unflatten(treedef, [next(first) if keep else next(second) for keep in mask])


def only(treedef: Any, mask: Sequence[bool], values: Sequence[Any]) -> Any:
    """A tree with the values where the mask is true and None elsewhere."""
    given = iter(values)
    return tree_unflatten(treedef, [next(given) if keep else None for keep in mask])


def paths(treedef: Any) -> list[str]:
    """The path of each leaf of a structure, as `jax.tree_util.keystr` writes it."""
    marked = tree_unflatten(treedef, range(treedef.num_leaves))
    return [keystr(path) for path, _ in tree_flatten_with_path(marked)[0]]


def call_paths(treedef: Any) -> list[str]:
    """The path of each leaf of the structure of `(args, kwargs)`: `args[0]['w']`, `kwargs['scale']`."""
    return [("args" if path.startswith("[0]") else "kwargs") + path[3:] for path in paths(treedef)]


def spread(tree: Any, treedef: Any, what: str) -> list[Any]:
    """For each leaf of a structure what `tree` has there; None stands for a whole subtree of Nones.

    Args:
        tree: A tree of that structure with None for some leaves or subtrees.
        treedef: The structure.
        what: How the error begins, such as "the cotangent".

    Raises:
        ValueError: `tree` does not have the structure.
    """
    marked = tree_unflatten(treedef, range(treedef.num_leaves))
    try:
        full = tree_map(
            lambda x, part: tree_map(lambda _: None, part) if x is None else x, tree, marked, is_leaf=_is_none
        )
        leaves: list[Any] = treedef.flatten_up_to(full)
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{what} must have the tree structure {treedef}, or None for a part of it; {error}") from None
    return leaves


def _is_none(x: object) -> bool:
    return x is None
