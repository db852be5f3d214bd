"""A while loop that is differentiated in reverse mode with a fixed number of stored carries.

Going forward, carries are stored at the multiples of a stride, which doubles whenever all places are taken; so at any
time they are spread evenly over the steps so far (online checkpointing, the number of steps being unknown). Going
back, the carry before each step is computed again from the nearest one stored before it, and on the way carries are
stored in the places that have become free, at the distances that are best for a known number of steps:

    Griewank and Walther, "Algorithm 799: revolve", ACM Transactions on Mathematical Software 26 (2000) 19-45.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax.tree_util import tree_unflatten

from pytreelint.runtime.autodiff.closure_convert import convert
from pytreelint.runtime.autodiff.custom_vjp import as_array
from pytreelint.runtime.loops.bounded_loop import settled, weak
from pytreelint.runtime.sharding.device_gradients import scope
from pytreelint.runtime.trees.leaves import is_inexact_array
from pytreelint.runtime.trees.selection import Selection

Arrays = list[Any]


def checkpointed_loop(
    cond: Callable[[Arrays], Any],
    body: Callable[[Arrays], Arrays],
    arrays: Arrays,
    max_steps: int | None,
    checkpoints: int | None,
) -> Arrays:
    """`jax.lax.while_loop` over lists of arrays.

    Args:
        cond: Whether to go on.
        body: One step.
        arrays: The first carry.
        max_steps: The most steps, if there is a limit.
        checkpoints: The number of carries that are stored, at least 1.

    Returns:
        The last carry.
    """
    if max_steps is not None and max_steps <= 0:
        return arrays
    places = _places(max_steps, checkpoints)
    # Going back without any free place takes many steps; leaving 1/3 free was better than 0, 1/4 and 1/2.
    most = places if max_steps == places else places - places // 3
    arrays = settled(body, arrays)
    step, goes_on = (convert(fun, (arrays,), {}, _typed) for fun in (body, cond))

    def advance(consts: Arrays, state: Arrays) -> Arrays:
        out = step.holding(consts)(state)
        return [x if _dtype(x) == old.dtype else _as(x, old.dtype) for x, old in zip(out, state, strict=True)]

    def go_on(consts: Arrays, i: Any, state: Arrays) -> Any:
        more = goes_on.holding(consts)(state)
        return more if max_steps is None else (i < max_steps) & more

    def plain(state: Arrays, consts: Arrays, cond_consts: Arrays) -> Any:
        return jax.lax.while_loop(
            lambda c: go_on(cond_consts, *c), lambda c: (c[0] + 1, advance(consts, c[1])), (jnp.int32(0), state)
        )[1]

    def forward(state: Arrays, consts: Arrays, cond_consts: Arrays) -> Any:
        state, consts = [as_array(x) for x in state], [as_array(x) for x in consts]
        last, steps, store = _forward(
            lambda i, state: go_on(cond_consts, i, state), lambda state: advance(consts, state), state, places, most
        )
        return last, (steps, store, consts)

    def backward(saved: Any, cotangents: Arrays) -> Any:
        steps, store, consts = saved
        state_bar, consts_bar = _backward(advance, consts, steps, store, cotangents)
        return state_bar, consts_bar, None

    loop = jax.custom_vjp(plain)
    loop.defvjp(forward, backward)
    last: Arrays = loop(arrays, step.consts, goes_on.consts)
    return last


def _places(max_steps: int | None, checkpoints: int | None) -> int:
    """How many carries are stored."""
    if checkpoints is None:
        assert max_steps is not None
        checkpoints = math.ceil(math.sqrt(2 * max_steps)) + 1
    return checkpoints if max_steps is None else min(checkpoints, max_steps)


def _typed(x: Any) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(x.shape, x.dtype, weak_type=weak(x))


def _dtype(x: Any) -> Any:
    """None for a Python number, which a step may return for an array."""
    return getattr(x, "dtype", None)


def _as(x: Any, dtype: Any) -> Any:
    return jax.lax.convert_element_type(x, dtype)


class _Store:
    """Carries and the steps that they stand before; -1 marks a free place. The last place takes what is not kept."""

    def __init__(self, steps: Any, buffers: Arrays) -> None:
        self.steps = steps
        self.buffers = buffers

    @classmethod
    def empty(cls, state: Arrays, places: int) -> _Store:
        buffers = [jnp.broadcast_to(x, (places + 1, *x.shape)) for x in state]
        return cls(jnp.full(places, -1, jnp.int32), buffers)

    def put(self, keep: Any, place: Any, step: Any, state: Arrays) -> _Store:
        """With the carry stored at a place if `keep`; always one write, so that XLA does it in place."""
        places = self.steps.shape[0]
        where = jnp.where(keep, place, places)
        buffers = [
            jax.lax.dynamic_update_index_in_dim(buffer, x, where, 0)
            for buffer, x in zip(self.buffers, state, strict=True)
        ]
        steps = jnp.where(keep & (jnp.arange(places) == place), step, self.steps)
        return _Store(steps, buffers)

    def get(self, place: Any) -> Arrays:
        return [jax.lax.dynamic_index_in_dim(buffer, place, keepdims=False) for buffer in self.buffers]


jax.tree_util.register_pytree_node(_Store, lambda x: ((x.steps, x.buffers), None), lambda _, parts: _Store(*parts))


def _forward(go_on: Any, advance: Any, state: Arrays, places: int, most: int) -> tuple[Arrays, Any, _Store]:
    """The last carry, the number of steps, and the stored carries, `most` at most."""

    usable = jnp.arange(places) < most

    def step(carry: Any) -> Any:
        i, stride, store, state = carry
        due = i % stride == 0
        full = ~jnp.any(usable & ((store.steps < 0) | (store.steps % stride != 0)))
        stride = jnp.where(due & full, 2 * stride, stride)
        free = usable & ((store.steps < 0) | (store.steps % stride != 0))
        keep = (i % stride == 0) & jnp.any(free)
        store = store.put(keep, jnp.argmax(free), i, state)
        return i + 1, stride, store, advance(state)

    first = (jnp.int32(0), jnp.int32(1), _Store.empty(state, places), state)
    steps, _, store, last = jax.lax.while_loop(lambda c: go_on(c[0], c[3]), step, first)
    return last, steps, store


def _backward(advance: Any, consts: Arrays, steps: Any, store: _Store, cotangents: Arrays) -> tuple[Arrays, Arrays]:
    """The cotangents of the first carry and of the arrays that the step captured; None where there is none."""
    const_parts = Selection(consts, [is_inexact_array(x) for x in consts])
    inexact = [is_inexact_array(buffer) for buffer in store.buffers]
    bar = [ct for ct, keep in zip(cotangents, inexact, strict=True) if keep]

    def reverse(carry: Any) -> Any:
        i, store, bar, const_bar = carry
        store, state = _recompute(lambda state: advance(consts, state), store, i)
        parts = Selection(state, inexact)

        def on_inexact(diff: Arrays, const_diff: Arrays) -> Arrays:
            return Selection(advance(const_parts.join(const_diff), parts.join(diff)), inexact).chosen

        with scope():
            _, pullback = jax.vjp(on_inexact, parts.chosen, const_parts.chosen)
            bar, more = pullback(bar)
        const_bar = [a + b for a, b in zip(const_bar, more, strict=True)]
        return i - 1, _Store(jnp.where(store.steps == i, -1, store.steps), store.buffers), bar, const_bar

    first = (steps - 1, store, bar, [jnp.zeros_like(x) for x in const_parts.chosen])
    _, _, bar, const_bar = jax.lax.while_loop(lambda c: c[0] >= 0, reverse, first)
    treedef = jax.tree.structure(store.buffers)
    return Selection(tree_unflatten(treedef, store.buffers), inexact).only(bar), const_parts.only(const_bar)


def _recompute(advance: Any, store: _Store, i: Any) -> tuple[_Store, Arrays]:
    """The carry before step `i`, from the nearest one stored before it; others are stored on the way where it pays."""
    nearest = jnp.argmax(jnp.where(store.steps <= i, store.steps, -1))

    def step(carry: Any) -> Any:
        at, target, store, state = carry
        at, state = at + 1, advance(state)
        free = store.steps < 0
        keep = (at == target) & (at < i)
        store = store.put(keep, jnp.argmax(free), at, state)
        return at, jnp.where(keep, _next(at, i, jnp.sum(store.steps < 0)), target), store, state

    at = store.steps[nearest]
    first = (at, _next(at, i, jnp.sum(store.steps < 0)), store, store.get(nearest))
    _, _, store, state = jax.lax.while_loop(lambda c: c[0] < i, step, first)
    return store, state


def _next(at: Any, i: Any, free: Any) -> Any:
    """Where to store next between a stored carry and the one that is wanted; `i` if there is no place.

    With s places, the starting one counted, and no step taken more than t times, C(s + t, s) steps can be reversed.
    The least t that is enough leaves C(s - 1 + t, t) steps to the part after the new place.
    """
    wanted = (i - at + 1).astype(jnp.float32)
    s = (free + 1).astype(jnp.float32)
    start = (jnp.float32(1), s + 1)
    t, reach = jax.lax.while_loop(
        lambda c: c[1] < wanted, lambda c: (c[0] + 1, c[1] * (s + c[0] + 1) / (c[0] + 1)), start
    )
    after = jnp.round(reach * s / (s + t))
    distance = jnp.clip(wanted - after, 1, jnp.maximum(wanted - 1, 1)).astype(jnp.int32)
    return jnp.where(free > 0, at + distance, i)
