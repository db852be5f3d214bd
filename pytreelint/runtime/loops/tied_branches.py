"""Branches under `share_through`: what is one object in the operands is one object in each branch.

All branches must give results of one structure, so what is tied in them is what is one object in each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from jax.tree_util import tree_leaves

from pytreelint.runtime.loops.carry import OF_NUMBERS
from pytreelint.runtime.sharing.tied_loops import as_it_is, inside
from pytreelint.runtime.sharing.ties import tie, tie_leaves, untie
from pytreelint.runtime.trees.eval_shape import filter_eval_shape
from pytreelint.runtime.trees.kept import kept
from pytreelint.runtime.trees.leaves import is_array


@dataclass(frozen=True, slots=True)
class _Tied:
    """Ties the results of a branch; hashable, so that a branch that was traced is found again."""

    pattern: tuple[int, ...]

    def __call__(self, out: Any, _: tuple[Any, ...]) -> Any:
        return tie_leaves(out, self.pattern, "out")


def choose_tied(choose: Callable[[Sequence[Any], Any], Any], funs: Sequence[Any], operands: tuple[Any, ...]) -> Any:
    """`choose(funs, operands)`, through which shared objects stay shared."""
    tied, branches = tie(operands, "in"), [kept(inside, fun, as_it_is) for fun in funs]
    pattern = () if tied is operands else _common(branches, tied)
    if pattern:
        branches = [kept(inside, fun, _Tied(pattern)) for fun in funs]
    return untie(choose(branches, tied))


def _common(branches: Sequence[Any], operands: tuple[Any, ...]) -> tuple[int, ...]:
    """For each leaf of the results the first that is the same array in all of them; empty if nothing can be said."""
    try:
        patterns = [_pattern(branch, operands) for branch in branches]
    except OF_NUMBERS:  # with some numbers traced, the branches may well do
        return ()
    if len(set(map(len, patterns))) > 1:
        return ()
    first: dict[tuple[int, ...], int] = {}
    return tuple(first.setdefault(key, i) for i, key in enumerate(zip(*patterns, strict=True)))


def _pattern(branch: Callable[..., Any], operands: tuple[Any, ...]) -> list[int]:
    found: list[int] = []

    def look(*args: Any) -> None:
        first: dict[int, int] = {}
        leaves = tree_leaves(branch(*args))
        found[:] = [first.setdefault(id(leaf), i) if is_array(leaf) else i for i, leaf in enumerate(leaves)]

    filter_eval_shape(look, *operands)
    return found
