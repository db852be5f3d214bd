"""Random programs that differentiate inside of `filter_shard_map` and `filter_pmap`, against the definition.

A program is written once and run by two machines. One maps it over eight devices, with collectives and filtered
gradients. The other has no devices: each value is an array with one row for each device, a mean over devices is a mean
over rows, and a gradient is what it is by definition: of a loss that differs, the derivative of the sum of all rows in
each row; of a loss that is the same in all rows, the derivative of the first in what all rows share.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from pytreelint.runtime import (
    filter_checkpoint,
    filter_cond,
    filter_grad,
    filter_jit,
    filter_pmap,
    filter_scan,
    filter_shard_map,
    filter_vjp,
)
from tests.part import THOROUGH
from tests.runtime.device_programs import ROWS, SHARD, N, P, W, X

MESH = jax.make_mesh((N,), ("b",), axis_types=(jax.sharding.AxisType.Auto,))
PARTS = X.reshape(N, ROWS, -1)


class Value(NamedTuple):
    """A scalar function of the weights and the batch, on some machine; and whether all devices have the same."""

    of: Callable[[Any, Any, Any], Any]
    shared: bool


class Mapped:
    """One device's part of it."""

    def __init__(self, as_pmap: bool) -> None:
        self.as_pmap = as_pmap

    def local(self, fun: Any, *values: Any) -> Any:
        return fun(*values)

    def mean(self, x: Any) -> Any:
        return lax.pmean(x, "b")

    def total(self, x: Any) -> Any:
        return lax.psum(x, "b") / N

    def gathered(self, x: Any) -> Any:
        return lax.all_gather(x, "b").mean(0)

    def first(self, x: Any) -> Any:
        return lax.psum(jnp.where(lax.axis_index("b") == 0, x, 0 * x), "b")

    def shifted(self, x: Any) -> Any:
        return lax.ppermute(x, "b", [(i, (i + 1) % N) for i in range(N)])

    def choose(self, way: int, pred: Any, one: Any, other: Any, w: Any) -> Any:
        cond = filter_cond if way % 2 else lax.cond
        return cond(pred > 0, one, other, w)

    def repeat(self, way: int, step: Any, x: Any) -> Any:
        if way % 3 == 0:
            return filter_scan(lambda c, _: (step(c), None), x, length=2)[0]
        if way % 3 == 1:
            return lax.scan(lambda c, _: (step(c), None), x, None, 2)[0]
        return lax.fori_loop(0, 2, lambda _, c: step(c), x)

    def gradient(self, way: int, fun: Any, w: Any, shared: bool) -> Any:
        if way % 4 == 1:
            fun = filter_checkpoint(fun)
        if way % 4 == 2:
            out, back = filter_vjp(fun, w)
            return self._meant(back(jnp.ones_like(out))[0], shared)
        if way % 4 == 3:
            fun = filter_jit(fun)
        return self._meant(filter_grad(fun)(w), shared)

    def _meant(self, grads: Any, shared: bool) -> Any:
        """In `filter_pmap` each device has its own part, as in `jax.pmap`."""
        return lax.pmean(grads, "b") if self.as_pmap and shared else grads


class Stacked:
    """All devices' values in rows."""

    def local(self, fun: Any, *values: Any) -> Any:
        return jax.vmap(fun)(*values)

    def mean(self, x: Any) -> Any:
        return jnp.broadcast_to(x.mean(0), x.shape)

    total = gathered = mean

    def first(self, x: Any) -> Any:
        return jnp.broadcast_to(x[0], x.shape)

    def shifted(self, x: Any) -> Any:
        return jnp.roll(x, 1, 0)

    def choose(self, _: int, pred: Any, one: Any, other: Any, w: Any) -> Any:
        return jnp.where(pred > 0, one(w), other(w))

    def repeat(self, _: int, step: Any, x: Any) -> Any:
        return step(step(x))

    def gradient(self, _: int, fun: Any, w: Any, shared: bool) -> Any:
        if not shared:
            return jax.grad(lambda w: fun(w).sum())(w)
        return jnp.broadcast_to(jax.grad(lambda w: fun(w)[0])(w).sum(0), w.shape)


def scalar(rng: random.Random, depth: int) -> Value:
    """A random scalar of weights that all devices share."""
    kind = rng.choice(["data", "data", "norm"] if depth == 0 else _KINDS)
    if kind == "data":
        shift = rng.uniform(-1, 1)
        own = lambda w, x: jnp.mean((jnp.tanh(x @ w) - shift) ** 2)  # noqa: E731
        return Value(lambda m, w, x: m.local(own, w, x), False)
    if kind == "norm":
        return Value(lambda m, w, x: m.local(lambda w: 0.1 * (w**2).sum(), w), True)
    inner = scalar(rng, depth - 1)
    if kind in ("mean", "total", "gathered", "first"):
        return Value(lambda m, w, x: getattr(m, kind)(inner.of(m, w, x)), True)
    if kind == "shifted":
        return Value(lambda m, w, x: m.shifted(inner.of(m, w, x)), False)
    way, other = rng.randrange(12), scalar(rng, depth - 1)
    if kind == "sum":
        return Value(
            lambda m, w, x: m.local(lambda a, b: jnp.sin(a) + a * b, inner.of(m, w, x), other.of(m, w, x)),
            inner.shared and other.shared,
        )
    if kind == "choose":
        threshold, third = rng.uniform(0, 1), scalar(rng, 0)
        if not third.shared:  # devices that part must not wait for each other
            inner, other = scalar(rng, 0), scalar(rng, 0)
        return Value(
            lambda m, w, x: m.choose(
                way,
                third.of(m, w, x) - threshold,
                lambda w: inner.of(m, w, x),
                lambda w: other.of(m, w, x),
                w,
            ),
            inner.shared and other.shared and third.shared,
        )
    if kind == "repeat":
        shared = inner.shared and other.shared
        combined = lambda a, b: jnp.tanh(a + b)  # noqa: E731
        return Value(
            lambda m, w, x: m.repeat(way, lambda c: m.local(combined, c, other.of(m, w, x)), inner.of(m, w, x)), shared
        )
    # One step of descent before the loss, reduced so that the weights stay shared.
    return Value(lambda m, w, x: inner.of(m, stepped(m, way, other, w, x), x), inner.shared)


_KINDS = ["data", "mean", "total", "gathered", "first", "shifted", "sum", "sum", "choose", "repeat", "adapted"]


def stepped(m: Any, way: int, loss: Value, w: Any, x: Any) -> Any:
    grads = m.gradient(way, lambda w: loss.of(m, w, x), w, loss.shared)
    return m.local(lambda w, g: w - 0.1 * g, w, grads if loss.shared else m.mean(grads))


def program(seed: int) -> Callable[[Any, Any, Any], Any]:
    """Two steps of descent along random losses, and the mean of the gradient of a third one."""
    rng = random.Random(seed)
    losses, ways = [scalar(rng, rng.randint(1, 3)) for _ in range(3)], [rng.randrange(12) for _ in range(3)]

    def run(m: Any, w: Any, x: Any) -> Any:
        for way, loss in zip(ways[:2], losses[:2], strict=True):
            w = stepped(m, way, loss, w, x)
        grads = m.gradient(ways[2], lambda w: losses[2].of(m, w, x), w, losses[2].shared)
        return w, m.mean(grads), m.mean(losses[2].of(m, w, x)), *([grads] if losses[2].shared else [])

    return run


def largest_error(seed: int) -> float:
    """How far a program is off, in units of what rounding does."""
    run = program(seed)
    expected = [row[0] for row in jax.jit(lambda w, x: run(Stacked(), w, x))(jnp.stack([W] * N), PARTS)]
    specs = {"mesh": MESH, "in_specs": (P(), SHARD), "out_specs": P()}
    sharded = filter_jit(filter_shard_map(lambda w, x: run(Mapped(False), w, x), **specs))(W, X)
    pmapped = filter_pmap(lambda w, x: run(Mapped(True), w, x), "b", in_axes=(None, 0), out_axes=None)(W, PARTS)
    pairs = [pair for found in (sharded, pmapped) for pair in zip(found, expected, strict=True)]
    return max(float(np.max(np.abs(one - other) / (1e-5 + 1e-3 * np.abs(other)))) for one, other in pairs)


@pytest.mark.parametrize("seed", range(24 if THOROUGH else 2))
def test_random_programs(seed: int) -> None:
    assert largest_error(seed) < 1


@pytest.mark.long
@pytest.mark.parametrize("start", range(100, 200, 20))
def test_many_random_programs(start: int) -> None:
    errors = {seed: largest_error(seed) for seed in range(start, start + 20)}
    assert max(errors.values()) < 1, errors
