"""Loops under `share_through`: what is one object in a carry goes around once, and is one object in each step.

A loop's trees are tied before it starts and untied inside each function that it is given. What a step returns for the
next one is tied as what it got; where that cannot be, because two places are computed apart, the loop is run with
these two places apart.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ParamSpec, TypeAlias, TypeVar

from jax.tree_util import tree_flatten, tree_leaves, tree_structure

from pytreelint.runtime.sharing.merging import run_merged
from pytreelint.runtime.sharing.ties import Position, is_tied, tie, untie
from pytreelint.runtime.trees.callables import SHARES
from pytreelint.runtime.trees.kept import kept
from pytreelint.runtime.trees.static_key import static_key

P = ParamSpec("P")
R = TypeVar("R")

# What a function returned, and the tied arguments that it got, to what goes out of it.
Back: TypeAlias = Callable[[Any, tuple[Any, ...]], Any]


class _Apart(Exception):  # noqa: N818 - a signal to run again
    """What was one object when the loop began is two after a step: positions of leaves in the plain carry."""

    def __init__(self, positions: Iterable[int]) -> None:
        super().__init__()
        self.positions = frozenset(positions)


def looks(transform: Callable[P, R]) -> Callable[P, R]:
    """Mark a transform that looks itself whether `share_through` asks for sharing."""
    transform.ties = True  # type: ignore[attr-defined]
    return transform


def through_ties(trees: tuple[str, ...], functions: Mapping[str, Back]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator for loops, which makes them keep what is shared where `share_through` asks for it.

    Args:
        trees: The parameters that are trees; a carry first, as it alone can come apart.
        functions: The parameters that are functions of these trees, and what is done with their results.
    """

    def decorate(loop: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(loop)

        @functools.wraps(loop)
        def shared_loop(*args: P.args, **kwargs: P.kwargs) -> R:
            if SHARES.get() is None:
                return loop(*args, **kwargs)
            bound = signature.bind(*args, **kwargs)
            for name, back in functions.items():
                bound.arguments[name] = kept(inside, bound.arguments[name], back)
            given = {name: bound.arguments.get(name) for name in trees}
            out: R = untie(_run(lambda tied: loop(*_with(bound, tied).args, **bound.kwargs), given))
            return out

        return looks(shared_loop)

    return decorate


def _with(bound: inspect.BoundArguments, trees: Mapping[str, Any]) -> inspect.BoundArguments:
    bound.arguments.update(trees)
    return bound


def _run(loop: Callable[[Mapping[str, Any]], Any], trees: Mapping[str, Any]) -> Any:
    """The loop with tied trees; again with less tied if a step takes something apart."""
    carry, *others = trees
    first = trees[carry]
    rest = {name: tie(trees[name], name) for name in others}
    apart: frozenset[int] = frozenset()
    while True:
        roles = [i if i in apart else -1 for i, _ in enumerate(tree_leaves(first))]
        try:
            return loop({carry: tie(first, carry, functools.partial(list, roles)), **rest})
        except _Apart as came:
            apart |= came.positions


def inside(get: Callable[[], Any], back: Back) -> Callable[..., Any]:
    """What runs in a loop in the place of the function that `get` gives."""

    def in_loop(*args: Any) -> Any:
        out = run_merged(get(), args, {}) if is_tied(args) else get()(*args)
        return back(out, args)

    return in_loop


def tie_as(out: Any, like: Any) -> Any:
    """A tree tied as another one of its structure is.

    Raises:
        _Apart: It has two objects where that has one.
    """
    if not is_tied(like):
        return out
    treedef = tree_structure(like)
    whole = untie(treedef.unflatten([Position(i) for i in range(treedef.num_leaves)]))
    leaves, structure = tree_flatten(out)
    if structure != tree_structure(whole):
        raise _Apart(range(structure.num_leaves + treedef.num_leaves))
    found: dict[int, Any] = {}
    apart: dict[int, None] = {}
    places: dict[int, list[int]] = {}
    for i, (leaf, place) in enumerate(zip(leaves, tree_leaves(whole), strict=True)):
        places.setdefault(place.index, []).append(i)
        first = found.setdefault(place.index, leaf)
        if first is not leaf and static_key(first, lenient=True) != static_key(leaf, lenient=True):
            apart[place.index] = None
    if apart:
        raise _Apart(i for index in apart for i in places[index])
    return treedef.unflatten([found[i] for i in range(treedef.num_leaves)])


def carry_out(out: Any, args: tuple[Any, ...]) -> Any:
    """Of a function whose last argument is the carry, which it returns."""
    return tie_as(out, args[-1])


def as_it_is(out: Any, _: tuple[Any, ...]) -> Any:
    """Of a function whose result is no tree that goes around."""
    return out


def tied_out(out: Any, _: tuple[Any, ...]) -> Any:
    """Of a function whose results are stacked."""
    return tie(out, "out")


def carry_and_output(out: Any, args: tuple[Any, ...]) -> Any:
    """Of the function of a scan."""
    if not (isinstance(out, (tuple, list)) and len(out) == 2):
        return out
    return tie_as(out[0], args[0]), tie(out[1], "out")
