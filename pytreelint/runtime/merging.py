"""Tied weights stay tied through an update.

`tree_map` updates a shared weight once for each place that it is in. The results are equal, but no more one object.
That they are computed by the same operations from the same operands is seen in the jaxpr.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Iterator
from typing import Any

import jax
import numpy as np
from jax.extend.core import jaxpr_as_fun
from jax.tree_util import keystr, tree_flatten, tree_flatten_with_path, tree_leaves, tree_structure

from pytreelint.runtime.equal_values import equal_values
from pytreelint.runtime.leaves import is_array, is_inexact_array
from pytreelint.runtime.sharing import repeated, untie
from pytreelint.runtime.skeleton import split


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
    numbers = outside[0].join(equal_values(closed))
    out = outside[0].join(values)
    plain_args, plain_kwargs = untie((args, kwargs))
    given = [*plain_args, *plain_kwargs.values()]
    merged = _merged(out, tree_leaves(numbers), given)
    _warn_of_lost(merged, given)
    return merged


def _merged(out: Any, numbers: list[Any], given: list[Any]) -> Any:
    """The output with one object at corresponding places with equal numbers."""
    found, treedef = tree_flatten_with_path(out)
    leaves = [leaf for _, leaf in found]
    for first, position in _corresponding([path for path, _ in found], given):
        if is_array(leaves[position]) and numbers[first] == numbers[position]:
            leaves[position] = leaves[first]
    return treedef.unflatten(leaves)


def tie_equal(call: Any) -> Any:
    """A call in which equal arrays at places that correspond to those of shared ones are one array, too.

    They are the two moments that an optimizer, which knows nothing of sharing, began with for one weight.

    Args:
        call: `(args, kwargs)`.

    Returns:
        The call; itself where there are none.
    """
    leaves, treedef = tree_flatten(call)
    pattern, arrays = repeated(leaves)
    if not arrays:
        return call
    found = _places(treedef, pattern, arrays)
    equal = [(first, position) for first, position in found if _are_equal(leaves[first], leaves[position])]
    for first, position in equal:
        leaves[position] = leaves[first]
    return treedef.unflatten(leaves) if equal else call


@functools.lru_cache(maxsize=512)
def _places(treedef: Any, pattern: tuple[int, ...], arrays: tuple[int, ...]) -> list[tuple[int, int]]:
    """The places of a call that correspond to shared ones and are not shared themselves."""
    shared = {i: np.zeros(()) for i in {*arrays, *(pattern[i] for i in arrays)} if pattern[i] == i}
    args, kwargs = treedef.unflatten([shared.get(one, position) for position, one in enumerate(pattern)])
    paths = [path for path, _ in tree_flatten_with_path((args, kwargs))[0]]
    return [(i, j) for i, j in _corresponding(paths, [*args, *kwargs.values()]) if pattern[i] != pattern[j]]


def _are_equal(one: Any, other: Any) -> bool:
    if not (is_inexact_array(one) and is_array(other) and (one.shape, one.dtype) == (other.shape, other.dtype)):
        return False
    return (
        not isinstance(one, jax.core.Tracer) and not isinstance(other, jax.core.Tracer) and bool((one == other).all())
    )


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


def _warn_of_lost(out: Any, given: list[Any]) -> None:
    """Say where an argument's structure comes back, but what was one object does not."""
    parts = {tree_structure(part): part for part in (out, *(out if isinstance(out, (tuple, list)) else ()))}
    for arg in given:
        back = parts.get(tree_structure(arg))
        leaves = {} if back is None else dict(tree_flatten_with_path(back)[0])
        for one, other in _pairs(arg) if leaves else ():
            if leaves[one] is not leaves[other]:
                warnings.warn(
                    f"{keystr(one)} and {keystr(other)} are one array in an argument, but are computed apart in the "
                    "output of that structure, and are no longer shared; let the gradient, and the function that makes "
                    "the optimizer's state, go through share_through as well",
                    stacklevel=2,
                )
