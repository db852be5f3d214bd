"""Tied weights stay tied through an update.

`tree_map` updates a shared weight once for each place that it is in. The results are equal, but no more one object.
That they are computed by the same operations from the same operands is seen in the jaxpr. Values are never compared:
two arrays that happen to be equal are two parameters.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import jax
from jax.extend.core import jaxpr_as_fun
from jax.tree_util import SequenceKey, keystr, tree_flatten_with_path, tree_leaves, tree_structure

from pytreelint.runtime.sharing.equal_values import equal_values
from pytreelint.runtime.sharing.ties import Position, untie
from pytreelint.runtime.trees.leaves import is_array
from pytreelint.runtime.trees.skeleton import split


def run_merged(fun: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a function under a trace, and make one object of outputs that correspond to shared arguments.

    Args:
        fun: Any callable; called once.
        args: Its tied arguments.
        kwargs: Its tied keyword arguments.

    Returns:
        What it returned; two places are one object if they lie to each other as two places of an argument that are one
        object, and are computed alike.
    """
    arrays, skeleton = split((fun, args, kwargs), lenient=True)
    outside: list[Any] = []

    def flat(*arrays: Any) -> list[Any]:
        fun, args, kwargs = skeleton.join(arrays)
        args, kwargs = untie((args, kwargs))
        outputs, joined = split(fun(*args, **kwargs), lenient=True)
        outside[:] = [joined]
        return outputs

    closed = jax.make_jaxpr(flat)(*arrays)
    values = jaxpr_as_fun(closed)(*arrays)
    out = outside[0].join(values)
    plain_args, plain_kwargs = untie((args, kwargs))
    given = list(_trees([*plain_args, *plain_kwargs.values()]))
    merged = _merged(out, tree_leaves(outside[0].join(equal_values(closed))), given)
    if lost := _lost(merged, given):
        apart = _apart(skeleton.join([Position(i) for i, _ in enumerate(arrays)]), given)
        same = {position: first for _, first, position in apart}
        numbers = tree_leaves(outside[0].join(equal_values(closed, same)))
        if _lost(_merged(out, numbers, given), given) == lost:
            apart = []
        warnings.warn(_text(lost, apart), stacklevel=2)
    return merged


def _trees(args: list[Any]) -> Iterator[Any]:
    """The arguments, and the trees in a carry of several."""
    for arg in args:
        yield arg
        if type(arg) in (tuple, list):
            yield from arg


def _merged(out: Any, numbers: list[Any], given: list[Any]) -> Any:
    """The output with one object at corresponding places with equal numbers."""
    found, treedef = tree_flatten_with_path(out)
    leaves = [leaf for _, leaf in found]
    for first, position in _corresponding([path for path, _ in found], given):
        if is_array(leaves[position]) and numbers[first] == numbers[position]:
            leaves[position] = leaves[first]
    return treedef.unflatten(leaves)


def _corresponding(paths: list[Any], given: list[Any]) -> Iterator[tuple[int, int]]:
    """Positions of leaves that lie to each other as two places of an argument that are one object."""
    positions = {path: position for position, path in enumerate(paths)}
    for one, other in dict.fromkeys(pair for arg in given for pair in _pairs(arg)):
        for path, position in positions.items():
            start = len(path) - len(other)
            first = positions.get((*path[:start], *one)) if start >= 0 and path[start:] == other else None
            if first is not None:
                yield first, position


def _pairs(tree: Any) -> Iterator[tuple[Any, Any]]:
    """The paths of arrays that are one object: the first, and each other."""
    first: dict[int, Any] = {}
    for path, leaf in tree_flatten_with_path(tree)[0]:
        if is_array(leaf) and first.setdefault(id(leaf), path) is not path:
            yield first[id(leaf)], path


@dataclass(frozen=True, slots=True)
class _Two:
    """Two places that correspond to two that are one object, and are not: what they are called."""

    one: str
    other: str


def _lost(out: Any, given: list[Any]) -> list[_Two]:
    """Where the structure of a tied argument, and of no other, comes back, but what was one object does not."""
    parts = {tree_structure(part): part for part in (out, *(out if isinstance(out, (tuple, list)) else ()))}
    found = []
    for arg in given:
        structure = tree_structure(arg)
        alike = [dict(tree_flatten_with_path(other)[0]) for other in given if tree_structure(other) == structure]
        back = dict(tree_flatten_with_path(parts[structure])[0]) if structure in parts else {}
        for one, other in _pairs(arg) if back else ():
            if back[one] is not back[other] and all(leaves[one] is leaves[other] for leaves in alike):
                found.append(_Two(keystr(one), keystr(other)))
    return found


def _apart(call: Any, given: list[Any]) -> list[tuple[_Two, int, int]]:
    """Arguments at places that correspond to tied ones, and are two arrays: their names and positions.

    Args:
        call: `(fun, args, kwargs)`, tied, with a `Position` for each array.
        given: The arguments.
    """
    found = tree_flatten_with_path(untie(call[1:]))[0]
    pairs = [(found[i], found[j]) for i, j in _corresponding([path for path, _ in found], given)]
    return [
        (_Two(_name(one), _name(other)), first.index, second.index)
        for (one, first), (other, second) in pairs
        if type(first) is Position and type(second) is Position and first != second
    ]


def _name(path: Any) -> str:
    return f"{'kwargs' if path[0] == SequenceKey(1) else 'args'}{keystr(path[1:])}"


def _text(lost: list[_Two], apart: list[tuple[_Two, int, int]]) -> str:
    first = f"{lost[0].one} and {lost[0].other} are one array in an argument, but are computed apart in the output of "
    first += "that structure, and are no longer shared"
    if not apart:
        return (
            f"{first}; let the gradient go through share_through as well, or pass a copy of what is not meant to be one"
        )
    two = apart[0][0]
    return (
        f"{first}, because `{two.one}` and `{two.other}` are two arrays, equal or not. An optimizer's state of tied "
        "weights is made by `filter_jit(optimizer.init, share=True)(weights)`"
    )
