"""A tree with some of its parts replaced. Name: `tree_at`."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from jax.tree_util import tree_flatten, tree_leaves, tree_map

from pytreelint.runtime.trees.cycles import refusing_cycles
from pytreelint.runtime.trees.described import described
from pytreelint.runtime.trees.leaves import LeafTest

T = TypeVar("T")

_MISSING: Any = object()
_ONLY_NODES = "selects nodes and leaves only, and may not look at a leaf: no arithmetic, comparison, index or attribute"


class _LeafReadError(ValueError, TypeError):
    """`where` computes with a leaf. A TypeError too, as what Equinox raises."""


class _Slot:
    """Stands for a leaf: no two are one object, as equal small integers would be."""

    def __init__(self, leaf: Any) -> None:
        self.leaf = leaf


@dataclass(frozen=True)
class _Remake:
    function: Callable[[Any], Any]

    def __call__(self, node: Any) -> Any:
        return self.function(tree_map(_leaf_of, node))


@dataclass(frozen=True)
class _Constant:
    value: Any

    def __call__(self, _: Any) -> Any:
        return self.value


class _Empty(tuple[()]):
    """Stands for an empty tuple, which Python has only one of."""

    __slots__ = ()


@overload
def tree_at(where: Callable[[T], Any], pytree: T, replace: Any, *, is_leaf: LeafTest | None = ...) -> T: ...
@overload
def tree_at(
    where: Callable[[T], Any], pytree: T, *, replace_fn: Callable[[Any], Any], is_leaf: LeafTest | None = ...
) -> T: ...
@refusing_cycles
def tree_at(
    where: Callable[[Any], Any],
    pytree: Any,
    replace: Any = _MISSING,
    replace_fn: Callable[[Any], Any] = _MISSING,
    is_leaf: LeafTest | None = None,
) -> Any:
    """A copy of the tree in which the parts that `where` picks are replaced. Nothing is changed in place.

    Args:
        where: Picks a leaf or subtree of the tree that it is given, or a sequence of them; by structure only, never by
            the leaves' types or values. A part that it picks twice gets the last of its replacements.
        pytree: Any PyTree.
        replace: The new part; a sequence of them, if `where` gives a sequence.
        replace_fn: Instead of `replace`: makes each new part from the old one.
        is_leaf: Nodes that count as leaves; `lambda x: x is None` lets None be replaced.

    Returns:
        The new tree. Classes are rebuilt as transforms rebuild them, without `__init__` where they are registered so.

    Raises:
        ValueError: Neither or both of `replace` and `replace_fn` are given; `where` picks something that is not a part
            of the tree, not one part alone, or looks at leaves; the numbers of parts and replacements differ.
        TypeError: `where` picks a value that it made from a leaf, or several parts for a `replace` that is no sequence.

    Examples:
        >>> tree_at(lambda tree: tree["layers"][1], {"layers": [1, 2]}, replace=20)
        {'layers': [1, 20]}
    """
    if (replace is _MISSING) == (replace_fn is _MISSING):
        raise ValueError("Precisely one of `replace` and `replace_fn` must be given")
    for name, function in (("where", where), ("replace_fn", replace_fn)):
        if function is not _MISSING and not callable(function):
            raise TypeError(f"`{name}` of tree_at must be a function, not {described(function)}")
    original = tree_map(lambda x: _Empty() if _is_empty(x) else x, pytree, is_leaf=_is_empty)
    slots = tree_map(_Slot, original, is_leaf=is_leaf)
    picked, of_original = _picked(where, slots, original)
    _check_structural(of_original, picked, is_leaf)
    if picked is None and not _occurs(None, slots):
        raise ValueError(
            "`where` picks None, which is no node of the tree: to replace it, give `is_leaf=lambda x: x is None`; if "
            "the function has no `return`, it needs one"
        )
    if _occurs(picked, slots):
        nodes: tuple[Any, ...] = (picked,)
        news = (replace,)
    else:
        nodes = tuple(picked)
        news = replace
    if replace is _MISSING:
        makers: Sequence[Callable[[Any], Any]] = [_Remake(replace_fn)] * len(nodes)
    elif not isinstance(news, Sized):
        raise TypeError(f"`where` picks {len(nodes)} parts, so `replace` must have as many, not {described(news)}")
    elif len(news) == len(nodes):
        makers = [_Constant(new) for new in news]
    else:
        raise ValueError(f"`where` picks {len(nodes)} parts, `replace` has {len(news)}")
    return _put(slots, nodes, makers)


def _picked(where: Callable[[Any], Any], slots: Any, original: Any) -> tuple[Any, Any]:
    """What `where` picks of a tree of slots, and of the tree itself; if only one fails, it looks at leaves."""
    picked, error = _tried(where, slots)
    of_original, own_error = _tried(where, original)
    if error is None and own_error is None:
        return picked, of_original
    if own_error is not None and (type(own_error), str(own_error)) == (type(error), str(error)):
        own_error.add_note("in `where` of tree_at, which may only pick parts of the tree that it is given")
        raise own_error
    raise _LeafReadError(f"`where` of tree_at {_ONLY_NODES}") from (own_error or error)


def _tried(where: Callable[[Any], Any], tree: Any) -> tuple[Any, Exception | None]:
    try:
        return where(tree), None
    except Exception as error:
        return None, error


def _put(slots: Any, nodes: tuple[Any, ...], makers: Sequence[Callable[[Any], Any]]) -> Any:
    """The tree again, each picked node by what its maker makes; each must be met exactly once."""
    made = {id(node): maker for node, maker in zip(nodes, makers, strict=True)}
    met = dict.fromkeys(made, 0)

    def put(x: Any) -> Any:
        if id(x) in made:
            met[id(x)] += 1
            return made[id(x)](x)
        return _leaf_of(x)

    out = tree_map(put, slots, is_leaf=lambda x: id(x) in made)
    for node in nodes:
        if met[id(node)] == 0:
            raise ValueError("`where` does not specify a part of the tree, or one that lies inside another pick")
        if met[id(node)] > 1:
            raise ValueError(
                "`where` does not uniquely identify one part. None is one object wherever it stands: to replace it, "
                "give `is_leaf=lambda x: x is None`"
            )
    return tree_map(lambda x: () if isinstance(x, _Empty) else x, out, is_leaf=lambda x: isinstance(x, _Empty))


def _check_structural(of_original: Any, of_slots: Any, is_leaf: LeafTest | None) -> None:
    """Both calls of `where` must have picked the same."""
    leaves, structure = tree_flatten(of_original, is_leaf)
    slots, slot_structure = tree_flatten(of_slots)
    picked = [_leaf_of(slot) for slot in slots]
    if structure != slot_structure or any(a is not b for a, b in zip(leaves, picked, strict=True)):
        raise ValueError(f"`where` must use just the structure of the tree: it {_ONLY_NODES}")


def _occurs(node: Any, tree: Any) -> bool:
    """Whether that object is a node or a leaf of the tree."""
    return any(x is node for x in tree_leaves(tree, is_leaf=lambda x: x is node))


def _leaf_of(x: Any) -> Any:
    if not isinstance(x, _Slot):
        raise TypeError(f"Operation undefined: `where` must pick parts of the tree; {x!r} is none")
    return x.leaf


def _is_empty(x: object) -> bool:
    return type(x) is tuple and not x
