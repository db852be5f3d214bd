"""Loops over arrays. Names: `filter_scan`, `filter_map`, `filter_associative_scan`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import jax

from pytreelint.runtime.jit.checks import raising_checks
from pytreelint.runtime.loops.carry import Positions, check_lengths, plain_numbers, step_to, take, traced
from pytreelint.runtime.sharing.tied_loops import carry_and_output, carry_out, through_ties, tied_out
from pytreelint.runtime.trees.described import described, missing_return
from pytreelint.runtime.trees.kept import kept
from pytreelint.runtime.trees.leaves import is_array
from pytreelint.runtime.trees.old_objects import explaining_old, note_used_up, use_up_as_noted
from pytreelint.runtime.trees.skeleton import Packed, Skeleton, packed, split, unpack

C = TypeVar("C")
X = TypeVar("X")
Y = TypeVar("Y")


@explaining_old
@raising_checks
@through_ties(("init", "xs"), {"f": carry_and_output})
def filter_scan(
    f: Callable[[C, X], tuple[C, Y]],
    init: C,
    xs: X | None = None,
    length: int | None = None,
    reverse: bool = False,
    unroll: int | bool = 1,
) -> tuple[C, Y]:
    """`jax.lax.scan`, with a carry, inputs and outputs that may hold functions, strings, any object.

    Args:
        f: `f(carry, x) -> (carry, y)`. May be a Module, a bound method, a partial: its arrays are traced.
        init: The first carry. Its arrays change from step to step, everything else stays as it is; a Python number is
            traced if a step changes it.
        xs: Arrays are looped over by their leading axis; other leaves are the same in each `x`.
        length: As in `jax.lax.scan`.
        reverse: As in `jax.lax.scan`.
        unroll: As in `jax.lax.scan`.

    Returns:
        `(carry, ys)`: the last carry and the outputs: arrays stacked, numbers too unless they are fields of a class,
        other leaves once.

    Raises:
        TypeError: A step changes a part of the carry that is no array, a shape, a dtype or the structure; the message
            names the leaf. Or `f` returns no pair.
        ValueError: Arrays of `xs` have no leading axis, or different ones; the message names the leaf.

    Examples:
        >>> model = {"w": jnp.array(2.0), "act": jnp.abs}
        >>> def step(model, x):
        ...     return {**model, "w": model["w"] + x}, model["act"](model["w"])
        >>> last, ys = filter_scan(step, model, jnp.arange(3.0))
        >>> float(last["w"]), last["act"] is jnp.abs, ys.tolist()
        (5.0, True, [2.0, 2.0, 3.0])
    """
    check_lengths(xs)
    x_arrays, x_form = take(xs)
    if not x_arrays and length is None:
        raise ValueError(f"filter_scan has no array to loop over: `xs` is {described(xs)}; give `length`")

    def run(numbers: Positions) -> tuple[Any, Any]:
        arrays, form = take(init, numbers)
        step = kept(_scan_step, f, form, x_form)
        arrays, ys = jax.lax.scan(step, arrays, x_arrays, length, reverse, unroll)
        use_up_as_noted([step], (init, xs), f)
        return form.join(arrays), unpack(ys)

    out: tuple[Any, Any] = traced(init, run)
    return out


def _scan_step(get: Callable[[], Any], form: Skeleton, x_form: Skeleton) -> Callable[..., Any]:
    def step(arrays: list[Any], x_arrays: list[Any]) -> tuple[list[Any], Any]:
        carry, x = form.join(arrays), x_form.join(x_arrays)
        out = get()(carry, x)
        note_used_up(step, (carry, x), ("init", "xs"))
        if not (isinstance(out, (tuple, list)) and len(out) == 2):
            raise TypeError(
                f"the function of `filter_scan` must return a pair (carry, y), not {described(out)}"
                f"{missing_return(out)}"
            )
        return step_to(form, arrays, out[0]), _output(out[1])

    return step


def _output(y: Any) -> Packed:
    """What is stacked of an output: arrays, and the numbers that are no settings of a model."""
    return packed(*take(y, plain_numbers(y)))


@explaining_old
@raising_checks
@through_ties(("xs",), {"f": tied_out})
def filter_map(f: Callable[[X], Y], xs: X, *, batch_size: int | None = None) -> Y:
    """`jax.lax.map`, with inputs and outputs that may hold functions, strings, any object.

    Args:
        f: `f(x) -> y`. May be a Module, a bound method, a partial.
        xs: Arrays are looped over by their leading axis; other leaves are the same in each `x`.
        batch_size: As in `jax.lax.map`.

    Returns:
        The outputs, as `ys` of `filter_scan`.

    Raises:
        ValueError: As `filter_scan`.

    Examples:
        >>> filter_map(lambda x: {"y": x["act"](x["x"]), "name": "y"}, {"x": jnp.array([-1.0, 2.0]), "act": jnp.abs})
        {'name': 'y', 'y': Array([1., 2.], dtype=float32)}
    """
    check_lengths(xs)
    arrays, form = take(xs)
    if not arrays:
        raise ValueError(f"filter_map has no array to loop over: `xs` is {described(xs)}")
    step = kept(_map_step, f, form)
    ys = unpack(jax.lax.map(step, arrays, batch_size=batch_size))
    use_up_as_noted([step], (xs,), f)
    return ys  # type: ignore[no-any-return]


def _map_step(get: Callable[[], Any], form: Skeleton) -> Callable[..., Any]:
    def step(arrays: list[Any]) -> Packed:
        x = form.join(arrays)
        out = get()(x)
        note_used_up(step, (x,), ("xs",))
        return _output(out)

    return step


@explaining_old
@raising_checks
@through_ties(("elems",), {"fn": carry_out})
def filter_associative_scan(fn: Callable[[X, X], X], elems: X, reverse: bool = False, axis: int = 0) -> X:
    """`jax.lax.associative_scan`, with elements that may hold functions, strings, any object.

    Args:
        fn: `fn(a, b)`, associative; returns what `a` and `b` are, with the leaves that are no arrays unchanged.
        elems: Arrays are scanned along `axis`; other leaves are the same in each element.
        reverse: As in `jax.lax.associative_scan`.
        axis: As in `jax.lax.associative_scan`.

    Returns:
        A tree like `elems`.

    Raises:
        TypeError: `fn` changes the structure or a leaf that is no array; the message names it.
        ValueError: Arrays lack the axis, or have different lengths; the message names the leaf.

    Examples:
        >>> filter_associative_scan(lambda a, b: {**a, "x": a["x"] + b["x"]}, {"x": jnp.arange(3), "op": "sum"})
        {'op': 'sum', 'x': Array([0, 1, 3], dtype=int32)}
    """
    check_lengths(elems, "elems", axis)
    arrays, form = split(elems, is_array, lenient=True)

    def on_arrays(a: list[Any], b: list[Any]) -> list[Any]:
        return step_to(form, a, fn(form.join(a), form.join(b)), "elems")

    return form.join(jax.lax.associative_scan(on_arrays, arrays, reverse=reverse, axis=axis))  # type: ignore[no-any-return]
