"""Which leaves are arrays, and trees split and joined by leaf.

Names: `is_array`, `is_inexact_array`, `is_array_like`, `is_inexact_array_like`, `filter`, `partition`, `combine`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import tree_flatten, tree_map, tree_structure, tree_unflatten, treedef_is_leaf

from pytreelint.runtime.trees.prefixes import mismatch

T = TypeVar("T")

LeafTest: TypeAlias = Callable[[Any], bool]

_NUMPY = (np.ndarray, np.generic)
_ARRAYS = (jax.Array, *_NUMPY)
_NUMBERS = (bool, int, float, complex)


class TreeTest(ABC):
    """A `filter_spec` that looks at more than the leaf: at the nodes around it, or at its path."""

    @abstractmethod
    def mask(self, pytree: Any) -> Any:
        """A tree of booleans, one for each leaf of `pytree`."""


def is_array(x: object) -> bool:
    """Whether `x` is a JAX array (or a tracer of one), a NumPy array or a NumPy scalar.

    Args:
        x: Any leaf.

    Returns:
        True for arrays of every shape and dtype, typed PRNG keys included; False for Python numbers.

    Examples:
        >>> is_array(jnp.ones(3)), is_array(np.float32(1.0)), is_array(1.0)
        (True, True, False)
    """
    return isinstance(x, _ARRAYS)


def is_number(x: object) -> bool:
    """Whether a leaf is what raw `jax.lax` traces without being an array."""
    return is_array_like(x) and not is_array(x)


def is_inexact_array(x: object) -> bool:
    """Whether `x` is an array (see `is_array`) of a floating or complex dtype: one that has a gradient.

    Args:
        x: Any leaf.

    Returns:
        True for float and complex arrays, bfloat16 and the like included.

    Examples:
        >>> is_inexact_array(jnp.ones(3)), is_inexact_array(jnp.arange(3))
        (True, False)
    """
    return isinstance(x, _ARRAYS) and bool(jnp.issubdtype(x.dtype, jnp.inexact))


def is_array_like(x: object) -> bool:
    """Whether `x` is what raw `jax.jit` traces: an array, a Python number, or an object with `__jax_array__`.

    Args:
        x: Any leaf.

    Returns:
        True for arrays and for `bool`, `int`, `float`, `complex`.

    Examples:
        >>> is_array_like(1), is_array_like("relu")
        (True, False)
    """
    return isinstance(x, _ARRAYS + _NUMBERS) or hasattr(x, "__jax_array__")


def is_inexact_array_like(x: object) -> bool:
    """Whether `x` is a floating or complex array, a Python `float` or `complex`, or has a `__jax_array__` that is one.

    Args:
        x: Any leaf.

    Returns:
        True where a gradient exists.

    Examples:
        >>> is_inexact_array_like(1.0), is_inexact_array_like(1)
        (True, False)
    """
    # Tracers have the attribute too, and it is None.
    if not isinstance(x, _ARRAYS) and hasattr(x, "__jax_array__"):
        x = x.__jax_array__()
    return is_inexact_array(x) or isinstance(x, (float, complex))


def filter(  # noqa: A001 - the name that the field knows
    pytree: T, filter_spec: Any, inverse: bool = False, replace: Any = None, is_leaf: LeafTest | None = None
) -> T:
    """The tree with the leaves that fail a test replaced.

    Args:
        pytree: Any PyTree.
        filter_spec: A test of a leaf, or a prefix of `pytree` with a test, True or False at each of its leaves.
        inverse: Keep those that fail instead.
        replace: What stands for a leaf that is not kept.
        is_leaf: Nodes to be taken as leaves, as in `jax.tree_util.tree_flatten`.

    Returns:
        A tree of the same structure, but for what `replace` makes of it.

    Raises:
        ValueError: `filter_spec` is no prefix of `pytree`, or holds something else than tests and booleans.

    Examples:
        >>> filter({"w": np.float32(1), "act": "relu"}, is_array)["act"] is None
        True
    """
    mask, inverse = leaf_mask(pytree, filter_spec, is_leaf), bool(inverse)
    return tree_map(lambda keep, x: x if keep != inverse else replace, mask, pytree)  # type: ignore[no-any-return]


def partition(pytree: T, filter_spec: Any, replace: Any = None, is_leaf: LeafTest | None = None) -> tuple[T, T]:
    """Two trees: the leaves that pass a test, and the others. `combine` undoes it.

    Args:
        pytree: Any PyTree.
        filter_spec: As for `filter`.
        replace: What stands in each tree for the leaves of the other.
        is_leaf: As for `filter`.

    Returns:
        `(filter(pytree, spec), filter(pytree, spec, inverse=True))`.

    Raises:
        ValueError: As `filter`.

    Examples:
        >>> partition([1, "a"], lambda leaf: isinstance(leaf, str))
        ([None, 'a'], [1, None])
    """
    plain = callable(filter_spec) and not isinstance(filter_spec, TreeTest)
    if plain and treedef_is_leaf(tree_structure(filter_spec)):
        leaves, treedef = tree_flatten(pytree, is_leaf)
        kept = [bool(filter_spec(leaf)) for leaf in leaves]
        pairs = list(zip(kept, leaves, strict=True))
        passed = tree_unflatten(treedef, [leaf if keep else replace for keep, leaf in pairs])
        return passed, tree_unflatten(treedef, [replace if keep else leaf for keep, leaf in pairs])
    mask = leaf_mask(pytree, filter_spec, is_leaf)
    passed = tree_map(lambda keep, x: x if keep else replace, mask, pytree)
    return passed, tree_map(lambda keep, x: replace if keep else x, mask, pytree)


def combine(first: T, /, *rest: Any, is_leaf: LeafTest | None = None) -> T:
    """One tree of several: at each leaf the first that is not None.

    Args:
        first: The first tree.
        *rest: Trees of the same structure, None counted as a leaf.
        is_leaf: Further nodes to be taken as leaves.

    Returns:
        A tree of that structure.

    Raises:
        ValueError: The structures differ.

    Examples:
        >>> combine([None, "a"], [1, None])
        [1, 'a']
    """

    def ends(x: object) -> bool:
        return x is None or (is_leaf is not None and is_leaf(x))

    try:
        return tree_map(_first, first, *rest, is_leaf=ends)  # type: ignore[no-any-return]
    except ValueError as error:
        raise ValueError(f"combine needs trees of one structure, with None in the gaps; {error}") from None


def _first(*leaves: Any) -> Any:
    for leaf in leaves:
        if leaf is not None:
            return leaf
    return None


def leaf_mask(pytree: Any, filter_spec: Any, is_leaf: LeafTest | None) -> Any:
    """A filter spec spread over `pytree`: a tree of booleans, one for each of its leaves."""

    def spread(test: Any, subtree: Any) -> Any:
        if isinstance(test, jax.core.Tracer):
            raise ValueError("`filter_spec` leaf values cannot be traced: they must be known while tracing")
        if isinstance(test, (bool, np.bool_)):
            return tree_map(lambda _: bool(test), subtree, is_leaf=is_leaf)
        if isinstance(test, TreeTest):
            return test.mask(subtree)
        if callable(test):
            return tree_map(lambda leaf: bool(test(leaf)), subtree, is_leaf=is_leaf)
        raise ValueError(f"`filter_spec` must consist of booleans and callables (tests of a leaf), but has {test!r}")

    where = mismatch(filter_spec, pytree, none_fits=False)
    if where:
        raise ValueError(f"`filter_spec` is no prefix of the tree it is for: {where}")
    return tree_map(spread, filter_spec, pytree)
