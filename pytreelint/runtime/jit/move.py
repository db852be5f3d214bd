"""`move`: values that are to be used once."""

from __future__ import annotations

from typing import TypeVar

import jax
import numpy as np
from jax.tree_util import keystr, tree_flatten_with_path

from pytreelint.runtime.jit.filter_jit import filter_jit
from pytreelint.runtime.trees.cycles import refusing_cycles

T = TypeVar("T")


@refusing_cycles
def move(x: T, /) -> T:
    """Give a value on, and make the old handle unusable.

    The arrays are donated to the new ones: no memory is copied, and what uses the old ones afterwards fails with
    `Array has been deleted`. So a PRNG key is not used twice, nor a model after its update.

    Args:
        x: A PRNG key (typed or raw), an array, or any PyTree of them; other leaves are given on as they are.

    Returns:
        The same value. What was one array in `x` is one array.

    Raises:
        TypeError: A leaf is traced, as there is no handle that could be made unusable inside of a transform; or it is a
            NumPy array, which cannot be.
        RuntimeError: It was moved already.

    Examples:
        >>> key = jax.random.key(0)
        >>> new = move(key)
        >>> key.is_deleted(), new.is_deleted()
        (True, False)
    """
    leaves = tree_flatten_with_path(x)[0]
    for path, leaf in leaves:
        if isinstance(leaf, (jax.core.Tracer, np.ndarray, np.generic)):
            why = "traced" if isinstance(leaf, jax.core.Tracer) else "a NumPy array, whose memory is not JAX's"
            raise TypeError(
                f"move cannot make `x{keystr(path)}` unusable: it is {why}; move JAX's arrays, outside of jit"
            )
        if isinstance(leaf, jax.Array) and leaf.is_deleted():
            raise RuntimeError(f"`x{keystr(path)}` has been deleted: it was moved, or donated to another call, before")
    with jax.disable_jit(False):
        moved = _given_on(x)
    for _, leaf in leaves:
        if isinstance(leaf, jax.Array) and not leaf.is_deleted():
            leaf.delete()
    return moved


@filter_jit(donate="all", share=True)
def _given_on(x: T) -> T:
    return x
