"""A while loop of at most so many steps that is differentiated in both modes: scans inside scans."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp


def settled(body: Callable[[list[Any]], list[Any]], arrays: list[Any]) -> list[Any]:
    """The first carry with the types that a step gives it: a weakly typed array takes the type of the first step's."""
    arrays = [x if isinstance(x, jax.Array) else jnp.asarray(x) for x in arrays]
    types = jax.eval_shape(body, arrays)
    return [
        x if x.dtype == out.dtype and (out.weak_type or not weak(x)) else jax.lax.convert_element_type(x, out.dtype)
        for x, out in zip(arrays, types, strict=True)
    ]


def weak(x: Any) -> bool:
    """Whether an array gives way to the dtype of others, as Python numbers do."""
    return bool(getattr(jax.typeof(x), "weak_type", False))


def bounded_loop(
    cond: Callable[[list[Any]], Any],
    body: Callable[[list[Any]], list[Any]],
    arrays: list[Any],
    max_steps: int,
    base: int,
) -> list[Any]:
    """`jax.lax.while_loop` over lists of arrays.

    A group is up to `base` smaller groups one after the other, the smallest a step; each is skipped once the condition
    fails. Groups are checkpointed, so that at every level only the carries at the borders of its parts are stored.

    Args:
        cond: Whether to go on.
        body: One step.
        arrays: The first carry.
        max_steps: The most steps.
        base: The most parts of a group, at least 2.

    Returns:
        The last carry.
    """
    if max_steps <= 0:
        return arrays
    if base < 2:
        raise ValueError(f"`base` of filter_while_loop must be at least 2, not {base}")

    def go_on(carry: Any) -> Any:
        return (carry[0] < max_steps) & cond(carry[1])

    def unless_done(advance: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return lambda carry: jax.lax.cond(go_on(carry), advance, lambda carry: carry, carry)

    def group(part: Callable[[Any], Any], times: int) -> Callable[[Any], Any]:
        def run(carry: Any) -> Any:
            return jax.lax.scan(lambda c, _: (part(c), None), carry, length=times)[0]

        again: Callable[[Any], Any] = jax.checkpoint(run)
        return again

    advance = unless_done(lambda carry: (carry[0] + 1, body(carry[1])))
    steps = 1
    while steps < max_steps:
        times = min(base, math.ceil(max_steps / steps))
        advance = unless_done(group(advance, times))
        steps *= times
    last: list[Any] = advance((jnp.int32(0), settled(body, arrays)))[1]
    return last
