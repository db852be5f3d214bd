"""Shapes without computing. Name: `filter_eval_shape`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax

from pytreelint.runtime.trees.callables import as_tree
from pytreelint.runtime.trees.cycles import refusing_cycles
from pytreelint.runtime.trees.leaves import is_array
from pytreelint.runtime.trees.skeleton import pack, split, unpack


@refusing_cycles
def filter_eval_shape(fun: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """What a function would return: `jax.eval_shape` for any PyTrees.

    Args:
        fun: The function; Modules, methods and partials too.
        *args: Its arguments. Arrays and `jax.ShapeDtypeStruct` are abstract, all other leaves are passed as they are.
        **kwargs: Its keyword arguments, likewise.

    Returns:
        Its output with a `jax.ShapeDtypeStruct` in place of each array.

    Examples:
        >>> filter_eval_shape(lambda x, n: (x @ x.T, n), jax.ShapeDtypeStruct((2, 3), "float32"), 7)
        (ShapeDtypeStruct(shape=(2, 2), dtype=float32), 7)
    """
    arrays, skeleton = split((as_tree(fun), args, kwargs), is_shaped)

    def flat(*arrays: Any) -> Any:
        inner, inner_args, inner_kwargs = skeleton.join(arrays)
        return pack(inner(*inner_args, **inner_kwargs))

    return unpack(jax.eval_shape(flat, *arrays))


def is_shaped(x: object) -> bool:
    """Whether `x` is an array or stands for one."""
    return is_array(x) or isinstance(x, jax.ShapeDtypeStruct)
