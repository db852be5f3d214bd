"""What is one object in a tree, written into its structure: `tie` and `untie`.

A PyTree is a tree: flattening forgets that two leaves were one array. `tie` keeps the first of them inside a `Tied`
node and puts an `Again` node, which has no leaves, for each other one; so the array is passed once, and the pattern is
part of the treedef, by which all transforms know their traces. `untie` makes one object of them again.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from jax.tree_util import register_pytree_node, register_pytree_with_keys, tree_flatten, tree_leaves, tree_structure

from pytreelint.runtime.trees.leaves import is_array


class Tied:
    """The first occurrence of a shared object."""

    __slots__ = ("label", "value")

    def __init__(self, label: Hashable, value: Any) -> None:
        self.label = label
        self.value = value


class Again:
    """A further occurrence of it."""

    __slots__ = ("label",)

    def __init__(self, label: Hashable) -> None:
        self.label = label


@dataclass(frozen=True, slots=True)
class _Within:
    """What is below a mark is called as if it were not there."""

    def __str__(self) -> str:
        return ""


register_pytree_with_keys(
    Tied,
    lambda x: (((_Within(), x.value),), x.label),
    lambda label, children: Tied(label, children[0]),
    lambda x: ((x.value,), x.label),
)
register_pytree_node(Again, lambda x: ((), x.label), lambda label, _: Again(label))


def tie(tree: Any, space: str, roles: Callable[[], Sequence[Hashable] | None] = lambda: None) -> Any:
    """The tree with each shared array, and each node of shared arrays, kept once.

    Args:
        tree: Any PyTree.
        space: Tells its labels from those of other trees that may come to be in one tree with it.
        roles: Gives for each leaf what a transform does with it (its mapped axis, say); leaves with different roles are
            not tied. Asked only where something is shared.

    Returns:
        `tree` itself where no array occurs twice; else a tree of the same containers with `Tied` and `Again` nodes.
        Equal numbers are not shared. Nodes of one structure with the same leaves are one node.
    """
    leaves, treedef = tree_flatten(tree)
    tying = tying_of(leaves, treedef, space, roles)
    return tree if tying is None else tying.treedef.unflatten([leaves[i] for i in tying.kept])


def tying_of(
    leaves: list[Any],
    treedef: Any,
    space: str,
    roles: Callable[[], Sequence[Hashable] | None] = lambda: None,
) -> Tying | None:
    """How `tie` ties a tree of these leaves; None where no array occurs twice."""
    pattern, arrays = repeated(leaves)
    if not arrays:
        return None
    doing = roles()
    key = (treedef, pattern, arrays, None if doing is None else tuple(doing), space)
    try:
        return _plan(*key)
    except TypeError:  # aux data without a hash
        return _plan.__wrapped__(*key)


def tie_leaves(tree: Any, pattern: tuple[int, ...], space: str) -> Any:
    """As `tie`, for arrays alone, and for those alone that `pattern` says.

    Args:
        tree: Any PyTree.
        pattern: For each leaf the position of the first that is the same array.
        space: As for `tie`.
    """
    again = tuple(i for i, one in enumerate(pattern) if one != i)
    if not again:
        return tree
    leaves, treedef = tree_flatten(tree)
    plan = _plan(treedef, pattern, again, None, space)
    return plan.treedef.unflatten([leaves[i] for i in plan.kept])


def repeated(leaves: Sequence[Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each leaf the position of the first that is the same object; and the positions of arrays that come again.

    Cheap: it is asked for each call. Without repetition both are empty.
    """
    first: dict[int, int] = {}
    pattern = [first.setdefault(id(leaf), position) for position, leaf in enumerate(leaves)]
    if len(first) == len(leaves):
        return (), ()
    return tuple(pattern), tuple(i for i, one in enumerate(pattern) if one != i and is_array(leaves[i]))


@dataclass(frozen=True, slots=True)
class Tying:
    """The structure of a tied tree, and which leaves it keeps."""

    treedef: Any
    kept: tuple[int, ...]


@dataclass(slots=True)
class _Part:
    """A distinct node or leaf of a tree; `label` and `repeated` if it is shared."""

    value: Any
    children: list[_Part]
    treedef: Any
    shared_arrays: bool
    repeated: bool = False
    label: Hashable = None


@functools.lru_cache(maxsize=512)
def _plan(
    treedef: Any, pattern: tuple[int, ...], arrays: tuple[int, ...], roles: tuple[Hashable, ...] | None, space: str
) -> Tying:
    """How trees of this structure, whose leaves are the same where `pattern` is equal, are tied."""
    marked = treedef.unflatten([Position(i) for i in range(len(pattern))])
    shared = frozenset(arrays) | {pattern[i] for i in arrays}
    parts: dict[Hashable, _Part] = {}

    def visit(value: Any) -> _Part:
        pieces, structure = tree_flatten(value, is_leaf=lambda piece: piece is not value)
        if isinstance(value, Position):
            here = pattern[value.index] if roles is None else (pattern[value.index], roles[value.index])
            key: Hashable = ("leaf", here)
            part = _Part(value, [], None, value.index in shared)
        else:
            children = [visit(piece) for piece in pieces]
            key = (structure, tuple(id(child) for child in children))
            part = _Part(value, children, structure, any(child.shared_arrays for child in children))
        if key in parts:
            parts[key].repeated = parts[key].shared_arrays
            return parts[key]
        return parts.setdefault(key, part)

    tied = _rebuild(visit(marked), space, [0])
    return Tying(tree_structure(tied), tuple(leaf.index for leaf in tree_leaves(tied)))


@dataclass(frozen=True, slots=True)
class Position:
    """Stands for the leaf at that position."""

    index: int


def _rebuild(part: _Part, space: str, count: list[int]) -> Any:
    if part.label is not None:
        return Again(part.label)
    if part.repeated:
        part.label = (space, count[0])
        count[0] += 1
    value = part.value
    if part.treedef is not None:
        value = part.treedef.unflatten([_rebuild(child, space, count) for child in part.children])
    return value if part.label is None else Tied(part.label, value)


def _is_mark(value: object) -> bool:
    return type(value) in (Tied, Again)


def untie(tree: Any, known: dict[Hashable, Any] | None = None) -> Any:
    """The tree with one object at each place where `tie` found one.

    Args:
        tree: What `tie` returned, or a tree of that structure, or a part of it.
        known: Objects by label, where some are known already; is added to.

    Returns:
        The tree without marks; itself, if it has none. Where the first occurrence is in a part that is missing, there
        is None.
    """
    known = {} if known is None else known
    leaves, treedef = tree_flatten(tree, is_leaf=_is_mark)
    if not any(map(_is_mark, leaves)):
        return tree
    return treedef.unflatten([_object(leaf, known) for leaf in leaves])


def _object(leaf: Any, known: dict[Hashable, Any]) -> Any:
    if type(leaf) is Tied:
        known[leaf.label] = untie(leaf.value, known)
    return known.get(leaf.label) if _is_mark(leaf) else leaf


def is_tied(tree: Any) -> bool:
    """Whether there is a mark in a tree."""
    return any(map(_is_mark, tree_leaves(tree, is_leaf=_is_mark)))


def as_untied(tree: Any, answer: Callable[[Any], list[Any]]) -> list[Any]:
    """An entry for each leaf of a tied tree, from a question about the tree as it was.

    Prefixes and paths are those of the user's tree, which knows no marks.

    Args:
        tree: Any tree, tied or not.
        answer: Gives an entry for each leaf of a tree.
    """
    plain = untie(tree)
    entries = answer(plain)
    if plain is tree:
        return entries
    treedef = tree_structure(tree)
    marked = untie(treedef.unflatten([Position(i) for i in range(treedef.num_leaves)]))
    first: dict[int, Any] = {}
    for leaf, entry in zip(tree_leaves(marked), entries, strict=True):
        first.setdefault(leaf.index, entry)
    return [first[i] for i in range(treedef.num_leaves)]
