"""Choices while tracing. Names: `filter_cond`, `filter_switch`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, TypeVarTuple

import jax
from jax.tree_util import tree_flatten

from pytreelint.runtime.jit.checks import raising_checks
from pytreelint.runtime.loops.carry import Positions, is_raised_by_user, plain_numbers, take, traced
from pytreelint.runtime.loops.tied_branches import choose_tied
from pytreelint.runtime.sharing.tied_loops import looks
from pytreelint.runtime.trees.callables import SHARES
from pytreelint.runtime.trees.kept import kept
from pytreelint.runtime.trees.leaves import is_number
from pytreelint.runtime.trees.old_objects import explaining_old, note_used_up, use_up_as_noted
from pytreelint.runtime.trees.selection import paths
from pytreelint.runtime.trees.skeleton import Packed, Skeleton, packed
from pytreelint.runtime.trees.static_key import static_key
from pytreelint.runtime.trees.structures import structures_differ

R = TypeVar("R")
Ts = TypeVarTuple("Ts")


@explaining_old
@raising_checks
@looks
def filter_cond(
    pred: Any,
    true_fun: Callable[[*Ts], R],
    false_fun: Callable[[*Ts], R],
    /,
    *operands: *Ts,
) -> R:
    """`jax.lax.cond`, with operands and results that may hold functions, strings, any object.

    Args:
        pred: A boolean scalar, traced or not.
        true_fun: Called as `true_fun(*operands)`. May be a Module, a bound method, a partial.
        false_fun: The other branch.
        *operands: Arrays are traced; other leaves are handed over as they are.

    Returns:
        What the chosen branch returns. Numbers that differ between the branches become arrays.

    Raises:
        TypeError: The branches return different structures, or differ in a leaf that is no array; the message names
            it. Or their arrays have other shapes or dtypes.

    Examples:
        >>> double = lambda m: {**m, "w": 2 * m["w"]}
        >>> out = filter_cond(jnp.array(True), double, lambda m: m, {"w": jnp.array(3.0), "act": jnp.abs})
        >>> float(out["w"]), out["act"] is jnp.abs
        (6.0, True)
    """
    funs = (true_fun, false_fun)
    chosen: R = _choose(("true_fun", "false_fun"), funs, operands, lambda f, x: jax.lax.cond(pred, *f, x))
    return chosen


@explaining_old
@raising_checks
@looks
def filter_switch(index: Any, branches: Sequence[Callable[[*Ts], R]], /, *operands: *Ts) -> R:
    """`jax.lax.switch`, with operands and results that may hold functions, strings, any object.

    Args:
        index: An integer scalar, clamped to the branches.
        branches: Called as `branches[i](*operands)`. May be Modules, bound methods, partials.
        *operands: Arrays are traced; other leaves are handed over as they are.

    Returns:
        What the chosen branch returns. Numbers that differ between the branches become arrays.

    Raises:
        TypeError: As `filter_cond`.

    Examples:
        >>> float(filter_switch(jnp.array(1), [jnp.sin, jnp.exp, jnp.cos], jnp.array(0.0)))
        1.0
    """
    names = tuple(f"branches[{i}]" for i in range(len(branches)))
    chosen: R = _choose(names, tuple(branches), operands, lambda f, x: jax.lax.switch(index, f, x))
    return chosen


def _choose(names: tuple[str, ...], funs: tuple[Any, ...], operands: Any, choose: Callable[[Any, Any], Any]) -> Any:
    if SHARES.get() is None:
        return _chosen(names, funs, operands, choose)
    return choose_tied(lambda funs, operands: _chosen(names, funs, operands, choose), funs, operands)


def _chosen(names: tuple[str, ...], funs: Sequence[Any], operands: Any, choose: Callable[[Any, Any], Any]) -> Any:
    def run(numbers: Positions) -> Any:
        arrays, form = take(operands, numbers)
        promoted: Positions = frozenset()
        while True:
            branches = [kept(_branch, fun, form, promoted) for fun in funs]
            try:
                out = choose(branches, arrays)
                break
            except TypeError as error:
                if is_raised_by_user(error):
                    raise
                # A look at each branch alone tells whether their static parts are the reason.
                more = _differing(names, [jax.eval_shape(branch, arrays) for branch in branches])
                if more <= promoted:
                    raise
                promoted |= more
        use_up_as_noted(branches, operands, funs[0])
        return out.skeleton.join(out.arrays)

    return traced(operands, run)


def _branch(get: Callable[[], Any], form: Skeleton, promoted: Positions) -> Callable[..., Any]:
    def branch(arrays: list[Any]) -> Packed:
        given = form.join(arrays)
        out = get()(*given)
        note_used_up(branch, given, [f"operands[{i}]" for i, _ in enumerate(given)])
        return packed(*take(out, plain_numbers(out) | (promoted & _numbers(out))))

    return branch


def _numbers(tree: Any) -> Positions:
    return frozenset(i for i, leaf in enumerate(tree_flatten(tree)[0]) if is_number(leaf))


def _differing(names: tuple[str, ...], outs: list[Packed]) -> Positions:
    """The static numbers in which the results of the branches differ; a TypeError if anything else does."""
    numbers: set[int] = set()
    for name, out in zip(names[1:], outs[1:], strict=True):
        pair = f"`{names[0]}` and `{name}`"
        ours, theirs = outs[0].skeleton, out.skeleton
        if structures_differ(ours.treedef, theirs.treedef):
            raise TypeError(
                f"{pair} return different tree structures: {_only_in_one(ours.treedef, theirs.treedef)}"
                f"{ours.treedef} and {theirs.treedef}"
            )
        for i, (a, b) in enumerate(zip(_leaves(outs[0]), _leaves(out), strict=True)):
            if _joins(a, b):
                continue
            if not all(is_number(x) or isinstance(x, jax.ShapeDtypeStruct) for x in (a, b)):
                raise TypeError(
                    f"{pair} differ in a part of their results that is no array: `out{paths(ours.treedef)[i]}` is "
                    f"{_shown(a)} and {_shown(b)}. Return the same there, or arrays"
                )
            if not (is_number(a) or is_number(b)):
                raise TypeError(
                    f"{pair} differ in the type of an array: `out{paths(ours.treedef)[i]}` is {_shown(a)} and "
                    f"{_shown(b)}. Return the same shape and dtype in both"
                )
            numbers.add(i)
    return frozenset(numbers)


def _only_in_one(one: Any, other: Any) -> str:
    """The first leaf of either result that the other one lacks."""
    for ours, theirs in ((paths(one), paths(other)), (paths(other), paths(one))):
        if missing := [path for path in ours if path not in theirs]:
            return f"only one of them has `out{missing[0]}`. They are "
    return ""


def _leaves(out: Packed) -> list[Any]:
    """The leaves of a result: abstract values of arrays, and static leaves."""
    leaves = list(out.arrays)
    for index, value in out.skeleton.statics:
        leaves.insert(index, value)
    return leaves


def _joins(a: Any, b: Any) -> bool:
    """Whether `jax.lax.cond` takes both for one leaf, or they are the same static leaf."""
    if isinstance(a, jax.ShapeDtypeStruct) and isinstance(b, jax.ShapeDtypeStruct):
        return bool(a.shape == b.shape and (a.dtype == b.dtype or a.weak_type or b.weak_type))
    return static_key(a, lenient=True) == static_key(b, lenient=True)


def _shown(x: Any) -> str:
    return f"{x.dtype}{list(x.shape)}" if isinstance(x, jax.ShapeDtypeStruct) else repr(x)
