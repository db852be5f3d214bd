"""Loops of a number of steps known only while running. Names: `filter_while_loop`, `filter_fori_loop`."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Literal, TypeVar

import jax

from pytreelint.runtime.jit.checks import raising_checks
from pytreelint.runtime.loops.bounded_loop import bounded_loop
from pytreelint.runtime.loops.carry import Positions, step_to, take, traced
from pytreelint.runtime.loops.checkpointed_loop import checkpointed_loop
from pytreelint.runtime.sharing.tied_loops import as_it_is, carry_out, through_ties
from pytreelint.runtime.trees.described import described
from pytreelint.runtime.trees.kept import kept
from pytreelint.runtime.trees.old_objects import explaining_old, note_used_up, use_up_as_noted
from pytreelint.runtime.trees.skeleton import Skeleton

C = TypeVar("C")


@explaining_old
@raising_checks
@through_ties(("init_val",), {"cond_fun": as_it_is, "body_fun": carry_out})
def filter_while_loop(
    cond_fun: Callable[[C], Any],
    body_fun: Callable[[C], C],
    init_val: C,
    *,
    max_steps: int | None = None,
    kind: Literal["lax", "bounded", "checkpointed"] = "lax",
    checkpoints: int | None = None,
    base: int = 16,
) -> C:
    """`jax.lax.while_loop`, with a carry that may hold functions, strings, any object; and with a gradient.

    Args:
        cond_fun: Whether to go on, of the carry. May be a Module, a bound method, a partial, as may `body_fun`.
        body_fun: The next carry, with the leaves that are no arrays unchanged.
        init_val: The first carry; a Python number in it is traced if a step changes it.
        max_steps: The loop ends after so many steps in any case.
        kind: `"lax"` is differentiated in forward mode only. `"bounded"` needs `max_steps` and is differentiated in
            both modes; its memory grows with the logarithm of `max_steps`. `"checkpointed"` is differentiated in
            reverse mode, by computing again from as many stored carries as there are `checkpoints`; its memory does not
            depend on the number of steps (Griewank and Walther, Algorithm 799: revolve, ACM TOMS 26, 2000).
        checkpoints: For `"checkpointed"`; by default some more than the square root of `2 * max_steps`.
        base: For `"bounded"`: the number of steps, and of groups of steps, that are stored together.

    Returns:
        The last carry.

    Raises:
        TypeError: A step changes a part of the carry that is no array, a shape, a dtype or the structure; the message
            names the leaf. `max_steps` or `checkpoints` is no integer.
        ValueError: An unknown `kind`, a missing `max_steps` or `checkpoints`, a negative `max_steps`.

    Examples:
        >>> def halve(carry):
        ...     return {**carry, "x": carry["act"](carry["x"]) / 2}
        >>> def loss(x):
        ...     carry = {"x": x, "act": jnp.abs}
        ...     return filter_while_loop(lambda c: c["x"] > 1, halve, carry, kind="checkpointed", max_steps=100)["x"]
        >>> float(loss(jnp.array(6.0))), float(filter_grad(loss)(jnp.array(6.0)))
        (0.75, 0.125)
    """
    _check_count("max_steps", max_steps, 0)
    _check_count("checkpoints", checkpoints, 1)
    loop = _loop(kind, max_steps, checkpoints, base)

    def run(numbers: Positions) -> Any:
        arrays, form = take(init_val, numbers)
        step = kept(_step, body_fun, form)
        out = form.join(loop(kept(_condition, cond_fun, form), step, arrays))
        use_up_as_noted([step], (init_val,), body_fun)
        return out

    last: C = traced(init_val, run)
    return last


def _check_count(name: str, count: Any, least: int) -> None:
    if count is None or isinstance(count, jax.core.Tracer):
        return
    try:
        number = operator.index(count)
    except TypeError:
        raise TypeError(f"`{name}` of filter_while_loop must be an integer, not {described(count)}") from None
    if number < least:
        raise ValueError(f"`{name}` of filter_while_loop must be at least {least}, not {number}")


def _loop(kind: str, max_steps: int | None, checkpoints: int | None, base: int) -> Callable[..., Any]:
    """The loop over lists of arrays."""
    if kind == "bounded":
        if max_steps is None:
            raise ValueError("filter_while_loop(kind='bounded') needs `max_steps`")
        return lambda cond, body, arrays: bounded_loop(cond, body, arrays, max_steps, base)
    if kind == "checkpointed":
        if checkpoints is None and max_steps is None:
            raise ValueError("filter_while_loop(kind='checkpointed') needs `max_steps` or `checkpoints`")
        return lambda cond, body, arrays: checkpointed_loop(cond, body, arrays, max_steps, checkpoints)
    if kind != "lax":
        raise ValueError(f"`kind` of filter_while_loop must be 'lax', 'bounded' or 'checkpointed', not {kind!r}")
    if max_steps is None:
        raw: Callable[..., Any] = jax.lax.while_loop
        return raw
    return lambda cond, body, arrays: _limited(cond, body, arrays, max_steps)


def _limited(cond: Any, body: Any, arrays: list[Any], max_steps: int) -> Any:
    def go_on(carry: tuple[Any, list[Any]]) -> Any:
        return (carry[0] < max_steps) & cond(carry[1])

    return jax.lax.while_loop(go_on, lambda carry: (carry[0] + 1, body(carry[1])), (0, arrays))[1]


def _condition(get: Callable[[], Any], form: Skeleton) -> Callable[..., Any]:
    return lambda arrays: get()(form.join(arrays))


def _step(get: Callable[[], Any], form: Skeleton) -> Callable[..., Any]:
    def step(arrays: list[Any]) -> list[Any]:
        carry = form.join(arrays)
        out = get()(carry)
        note_used_up(step, (carry,), ("init_val",))
        return step_to(form, arrays, out)

    return step


@explaining_old
@raising_checks
@through_ties(("init_val",), {"body_fun": carry_out})
def filter_fori_loop(
    lower: Any, upper: Any, body_fun: Callable[[Any, C], C], init_val: C, *, unroll: int | bool | None = None
) -> C:
    """`jax.lax.fori_loop`, with a carry that may hold functions, strings, any object.

    Args:
        lower: The first index.
        upper: The index after the last. The loop is differentiated in reverse mode if both are Python integers.
        body_fun: `body_fun(i, carry) -> carry`. May be a Module, a bound method, a partial.
        init_val: The first carry; a Python number in it is traced if a step changes it.
        unroll: As in `jax.lax.fori_loop`.

    Returns:
        The last carry.

    Raises:
        TypeError: As `filter_while_loop`.

    Examples:
        >>> carry = {"x": jnp.array(1.0), "act": jnp.square}
        >>> out = filter_fori_loop(0, 3, lambda i, c: {**c, "x": c["act"](c["x"]) + i}, carry)
        >>> float(out["x"]), out["act"] is jnp.square
        (6.0, True)
    """

    def run(numbers: Positions) -> Any:
        arrays, form = take(init_val, numbers)
        step = kept(_indexed, body_fun, form)
        out = form.join(jax.lax.fori_loop(lower, upper, step, arrays, unroll=unroll))
        use_up_as_noted([step], (init_val,), body_fun)
        return out

    return traced(init_val, run)  # type: ignore[no-any-return]


def _indexed(get: Callable[[], Any], form: Skeleton) -> Callable[..., Any]:
    def step(i: Any, arrays: list[Any]) -> list[Any]:
        carry = form.join(arrays)
        out = get()(i, carry)
        note_used_up(step, (carry,), ("init_val",))
        return step_to(form, arrays, out)

    return step
