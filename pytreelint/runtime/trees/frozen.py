"""What is not trained: arrays marked where the model is built, or frozen by their names where it is trained.

Names: `Frozen`, `unwrap`, `is_trainable`, `freeze`.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any, Generic, TypeVar, overload

import jax.numpy as jnp
from jax.tree_util import (
    GetAttrKey,
    keystr,
    register_pytree_with_keys,
    tree_flatten_with_path,
    tree_leaves,
    tree_map,
    tree_structure,
    tree_unflatten,
)

from pytreelint.runtime.trees.described import described
from pytreelint.runtime.trees.leaves import TreeTest, is_array, is_inexact_array, leaf_mask

T = TypeVar("T")


class Frozen(Generic[T]):
    """A mark around an array, or a whole subtree, that is not to be trained.

    The arrays inside are leaves as before: they are traced, moved, saved. `filter_grad` and its kin give None for
    them, and `filter(model, is_trainable)`, which is what an optimizer gets, has None at their place: no gradient, no
    optimizer state, no weight decay. The model takes the marks off with `unwrap` where it computes.

    Args:
        value: An array or any PyTree.

    Attributes:
        value: What is inside.

    Examples:
        >>> def loss(model):
        ...     w = unwrap(model)
        ...     return (w["scale"] * w["bias"]).sum()
        >>> grads = filter_grad(loss)({"scale": Frozen(jnp.ones(2)), "bias": jnp.ones(2)})
        >>> grads["scale"].value is None, grads["bias"].tolist()
        (True, [1.0, 1.0])
    """

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __jax_array__(self) -> Any:
        """An error: JAX asks for it where a mark stands in place of an array."""
        raise TypeError(
            f"`Frozen` is a mark, here around {described(self.value)}, and no array: compute with `unwrap(model)`"
        )

    def __repr__(self) -> str:
        return f"Frozen({self.value!r})"


register_pytree_with_keys(
    Frozen, lambda x: (((GetAttrKey("value"), x.value),), None), lambda _, parts: Frozen(parts[0])
)


def _is_frozen(x: object) -> bool:
    return isinstance(x, Frozen)


@overload
def unwrap(tree: Frozen[T]) -> T: ...
@overload
def unwrap(tree: T) -> T: ...
def unwrap(tree: Any) -> Any:
    """The tree without the marks of `Frozen`.

    Args:
        tree: Any PyTree; marks inside marks are taken off too.

    Returns:
        The same tree with each `Frozen(x)` replaced by `x`; its arrays are the same objects.

    Examples:
        >>> unwrap({"w": Frozen(1.0)})
        {'w': 1.0}
    """
    return tree_map(lambda x: unwrap(x.value) if _is_frozen(x) else x, tree, is_leaf=_is_frozen)


class _Trainable(TreeTest):
    """Inexact arrays that are not inside `Frozen`; `is_trainable` is its only instance."""

    def __call__(self, x: object) -> bool:
        return is_inexact_array(x)

    def mask(self, pytree: Any) -> Any:
        return tree_map(
            lambda x: tree_map(lambda _: False, x) if _is_frozen(x) else is_inexact_array(x), pytree, is_leaf=_is_frozen
        )

    def __reduce__(self) -> str:
        return "is_trainable"

    def __repr__(self) -> str:
        return "is_trainable"


is_trainable = _Trainable()
"""The test for `filter`, `partition` and `filter_grad`: inexact arrays that are not inside `Frozen`.

Of a single leaf it knows only whether it is an inexact array, so let `filter` and `partition` of this package ask it:
they show it the whole tree.

Examples:
    >>> filter({"w": np.ones(2), "scale": Frozen(np.ones(2))}, is_trainable)
    {'scale': Frozen(None), 'w': array([1., 1.])}
"""


class freeze(TreeTest):  # noqa: N801 - used like a function
    """The test that leaves out what is frozen by name: a `filter_spec` for `filter_grad`, `filter` and `partition`.

    Args:
        *names: Paths such as `"encoder"` (everything below it), `"layers.0.bias"`, or patterns such as `"*.bias"`,
            as in `fnmatch`. A path is the names of attributes, keys and indices from the root, joined by dots.

    Returns:
        A test that `is_trainable` and none of the names holds for. Hashable; equal for equal names.

    Raises:
        TypeError: A name is no string.
        ValueError: When applied: a name fits no leaf of the tree.

    Examples:
        >>> model = {"encoder": {"w": np.ones(2)}, "head": {"w": np.ones(1)}}
        >>> filter(model, freeze("encoder"))
        {'encoder': {'w': None}, 'head': {'w': array([1.])}}
    """

    __slots__ = ("names",)

    def __init__(self, *names: str) -> None:
        if wrong := [name for name in names if not isinstance(name, str)]:
            raise TypeError(f"freeze takes the names of leaves, not {wrong[0]!r} of type `{type(wrong[0]).__name__}`")
        self.names = names

    def mask(self, pytree: Any) -> Any:
        paths = [keystr(path, simple=True, separator=".") for path, _ in tree_flatten_with_path(pytree)[0]]
        for name in self.names:
            if not any(name_fits(path, name) for path in paths):
                shown = ", ".join(paths[:8]) + (", ..." if len(paths) > 8 else "")
                raise ValueError(f"freeze({name!r}) fits no leaf of the tree; its leaves are {shown or 'none'}")
        trainable = tree_leaves(is_trainable.mask(pytree))
        kept = [
            keep and not any(name_fits(path, name) for name in self.names)
            for path, keep in zip(paths, trainable, strict=True)
        ]
        return tree_unflatten(tree_structure(pytree), kept)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, freeze) and other.names == self.names

    def __hash__(self) -> int:
        return hash((freeze, self.names))

    def __repr__(self) -> str:
        return f"freeze({', '.join(map(repr, self.names))})"


def name_fits(path: str, name: str) -> bool:
    """Whether the name is that of the leaf or of a node above it."""
    parts = path.split(".")
    return any(fnmatchcase(".".join(parts[: i + 1]), name) for i in range(len(parts)))


def differentiated(tree: Any, filter_spec: Any, allow_int: bool = False) -> list[bool]:
    """Which leaves are differentiated: those that the spec names, that have a gradient and are not frozen.

    Args:
        tree: The argument, or the tuple of arguments.
        filter_spec: A test, or a prefix of `tree` with tests and booleans; True asks for all that has a gradient.
        allow_int: Integer and boolean arrays may be named too; their gradients are float0.

    Returns:
        A boolean for each leaf of `tree`.
    """
    leaves = tree_leaves(tree)
    named = tree_leaves(leaf_mask(tree, filter_spec, None))
    outer = tree_leaves(tree, is_leaf=_is_frozen)
    if any(map(_is_frozen, outer)):
        frozen = [_is_frozen(x) for x in outer for _ in tree_leaves(x)]
    else:
        frozen = [False] * len(leaves)
    return [
        keep and not marked and _has_gradient(leaf, allow_int)
        for leaf, keep, marked in zip(leaves, named, frozen, strict=True)
    ]


def _has_gradient(leaf: Any, allow_int: bool) -> bool:
    if is_inexact_array(leaf) or isinstance(leaf, (float, complex)):
        return True
    return allow_int and is_array(leaf) and bool(jnp.issubdtype(leaf.dtype, jnp.integer) or leaf.dtype == bool)
