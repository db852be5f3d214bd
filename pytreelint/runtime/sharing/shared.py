"""`Shared`: weights that are tied by the structure of the model."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from jax.tree_util import (
    GetAttrKey,
    keystr,
    register_pytree_with_keys,
    tree_flatten_with_path,
    tree_leaves,
    tree_structure,
)

from pytreelint.runtime.trees.cycles import refuse_cycles
from pytreelint.runtime.trees.described import described
from pytreelint.runtime.trees.eval_shape import is_shaped
from pytreelint.runtime.trees.skeleton import Skeleton, split
from pytreelint.runtime.trees.static_key import static_key
from pytreelint.runtime.trees.structures import structures_differ
from pytreelint.runtime.trees.tree_at import tree_at

T = TypeVar("T")


class _Elsewhere:
    """A node without leaves where a shared one was taken out."""

    def __repr__(self) -> str:
        return "<shared: kept in another place>"


class _Taken:
    """A leaf in the place of a node that is taken out."""


register_pytree_with_keys(_Elsewhere, lambda _: ((), None), lambda _, __: _Elsewhere())


class Shared(Generic[T]):
    """A tree in which some nodes are the same as others, and are kept only once.

    As a PyTree it has no leaf at the places of `where`: there is one weight, one gradient, one optimizer state, in
    every transform and through every update. Calling it gives the whole tree, with one object in both places.

    Args:
        pytree: Any PyTree.
        where: Gives the node, or a sequence of nodes, that is to be shared; what is there now is dropped.
        get: Gives the node, or as many nodes, that are to be in its place.

    Raises:
        ValueError: The nodes differ in structure, shapes, dtypes or static leaves; the message names the leaf. Or what
            `get` gives is itself taken out, as in a chain of shared nodes; or `where` gives a node twice, or one inside
            of another.

    Examples:
        >>> model = {"embedding": jnp.ones((5, 2)), "head": jnp.zeros((5, 2))}
        >>> shared = Shared(model, lambda m: m["head"], lambda m: m["embedding"])
        >>> len(jax.tree.leaves(shared)), shared()["head"] is shared()["embedding"]
        (1, True)
        >>> grads = filter_grad(lambda m: (m()["embedding"] * m()["head"]).sum())(shared)
        >>> float(grads.pytree["embedding"][0, 0])
        2.0
    """

    __slots__ = ("_functions", "pytree")

    def __init__(self, pytree: T, where: Callable[[T], Any], get: Callable[[T], Any]) -> None:
        for name, function in (("where", where), ("get", get)):
            if not callable(function):
                raise TypeError(f"`{name}` of Shared must be a function, not {described(function)}")
        refuse_cycles(pytree)
        _check_alike(where(pytree), get(pytree))
        _check_kept(pytree, where, get)
        self.pytree: Any = tree_at(where, pytree, replace_fn=lambda _: _Elsewhere())
        self._functions = split((where, get), lambda _: False, lenient=True)[1]

    def __call__(self) -> T:
        """The whole tree."""
        where, get = self._functions.join(())
        whole: T = tree_at(where, self.pytree, replace=get(self.pytree), is_leaf=lambda x: isinstance(x, _Elsewhere))
        return whole

    @classmethod
    def _rebuilt(cls, functions: Skeleton, children: Any) -> Shared[Any]:
        new = cls.__new__(cls)
        (new.pytree,), new._functions = children, functions
        return new

    def __repr__(self) -> str:
        return f"Shared({self.pytree!r})"


register_pytree_with_keys(Shared, lambda x: (((GetAttrKey("pytree"), x.pytree),), x._functions), Shared._rebuilt)


def _check_alike(there: Any, instead: Any) -> None:
    first, second = tree_structure(there), tree_structure(instead)
    start = "nodes that are shared must have the same pytree structure, shapes, dtypes and static leaves: "
    if structures_differ(first, second):
        raise ValueError(f"{start}`where` gives {first}, `get` {second}")
    leaves = tree_flatten_with_path(instead)[0]
    for (path, one), (_, other) in zip(tree_flatten_with_path(there)[0], leaves, strict=True):
        if _kind(one) != _kind(other):
            raise ValueError(
                f"{start}leaf `{keystr(path) or '(itself)'}` is {_shown(one)} in `where`, {_shown(other)} in `get`"
            )


def _check_kept(pytree: Any, where: Callable[[Any], Any], get: Callable[[Any], Any]) -> None:
    """An error if what is to be in the place of the nodes of `where` is not there once these are taken out."""
    try:
        taken = tree_at(where, pytree, replace_fn=lambda _: _Taken())
    except ValueError as error:
        if "inside another pick" not in str(error):
            raise
        raise ValueError("`where` of Shared gives a node that lies inside of another one that it gives") from None
    chain = (
        "`get` of Shared gives a node that `where` takes out, a part of one, or one around it: nodes cannot be shared "
        "in a chain; let `get` give for each the one node that is kept"
    )
    try:
        instead = get(taken)
    except Exception as error:
        raise ValueError(chain) from error
    if any(isinstance(leaf, _Taken) for leaf in tree_leaves(instead)):
        raise ValueError(chain)
    whole = tree_at(where, taken, replace=instead)
    for there, given in zip(tree_leaves(where(whole)), tree_leaves(instead), strict=True):
        if there is not given:
            raise ValueError("`where` of Shared gives one node twice, for which `get` gives two")


def _kind(leaf: Any) -> Hashable:
    return (leaf.shape, leaf.dtype) if is_shaped(leaf) else static_key(leaf, lenient=True)


def _shown(leaf: Any) -> str:
    return f"{leaf.dtype}{list(leaf.shape)}" if is_shaped(leaf) else repr(leaf)
