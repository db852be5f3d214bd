"""A model and what an optimizer adds to it. Name: `apply_updates`."""

from __future__ import annotations

from typing import Any, TypeVar

import jax.numpy as jnp
from jax.tree_util import keystr, tree_map_with_path

from pytreelint.runtime.trees.described import described
from pytreelint.runtime.trees.leaves import is_array
from pytreelint.runtime.trees.prefixes import mismatch

T = TypeVar("T")


def apply_updates(model: T, updates: Any) -> T:
    """The model with updates added; None in the updates, also for a whole subtree, leaves what is there.

    As in Equinox, but for one thing: a parameter keeps its dtype, as in optax, where a bfloat16 weight and a float32
    update would make a float32 weight.

    Args:
        model: Any PyTree.
        updates: A prefix of it, with None or a number or array that can be added at each leaf.

    Returns:
        The new model.

    Raises:
        ValueError: `updates` is no prefix of the model, or an update would change the shape of a parameter.
        TypeError: An update at text, a function or another leaf to which nothing can be added. The messages name the
            leaf.

    Examples:
        >>> apply_updates({"w": jnp.ones(2), "name": "layer"}, {"w": -jnp.ones(2), "name": None})["w"].tolist()
        [0.0, 0.0]
    """
    if where := mismatch(updates, model, none_fits=True):
        raise ValueError(f"`updates` is no prefix of the model: {where}")

    def add(path: Any, update: Any, subtree: Any) -> Any:
        if update is None:
            return subtree
        return tree_map_with_path(lambda below, p: _sum(p, update, (*path, *below)), subtree)

    new: T = tree_map_with_path(add, updates, model, is_leaf=lambda x: x is None)
    return new


def _sum(p: Any, update: Any, path: Any) -> Any:
    if isinstance(p, (str, bytes)) or isinstance(update, (str, bytes)):
        raise TypeError(_not_added(p, update, path))
    if not is_array(p):
        try:
            return p + update
        except TypeError as error:
            raise TypeError(_not_added(p, update, path)) from error
    if not _keeps_shape(p.shape, jnp.shape(update)):
        raise ValueError(
            f"an update of shape {jnp.shape(update)} changes the shape {p.shape} of the parameter model{keystr(path)}"
        )
    try:
        new = p + update
    except TypeError as error:
        raise TypeError(_not_added(p, update, path)) from error
    return new if new.dtype == p.dtype else new.astype(p.dtype)


def _not_added(p: Any, update: Any, path: Any) -> str:
    if is_array(p):
        return f"the update of the parameter model{keystr(path)} must be an array or a number, not {described(update)}"
    return (
        f"{described(update)} cannot be added to the leaf model{keystr(path)}, which is {described(p)}; give None as "
        "its update"
    )


def _keeps_shape(shape: tuple[int, ...], update: tuple[int, ...]) -> bool:
    """Whether an array of a shape has it still when one of the other shape is added."""
    if len(update) > len(shape):
        return False
    return all(n in (1, m) for n, m in zip(reversed(update), reversed(shape), strict=False))
