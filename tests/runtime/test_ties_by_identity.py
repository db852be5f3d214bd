"""Ties come from identity: what is only equal is its own, in every number, as in `jax.jit`.

A tied weight is trained as the one weight of a program that has only one, in raw JAX; a second tree of the same
structure (a delta, an average, a state) that begins with equal arrays is trained as what it is, two arrays.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pytreelint.runtime import (
    Frozen,
    filter,  # noqa: A004 - the name that the field knows
    filter_cond,
    filter_fori_loop,
    filter_grad,
    filter_jit,
    filter_scan,
    filter_vmap,
    is_trainable,
    share_through,
)
from tests.runtime.trees import tried

STEPS = 3
X = jax.random.normal(jax.random.key(1), (5, 3))
# Of a saturated unit the gradient is rounding alone, which Adam would make as large as any other step.
EPS = 1e-3
OPTIMIZERS: dict[str, Callable[[], Any]] = {
    "sgd": lambda: optax.sgd(0.1, momentum=0.9),
    "adam": lambda: optax.adam(0.05, eps=EPS),
    "masked adamw": lambda: optax.adamw(
        0.05, eps=EPS, weight_decay=0.1, mask=lambda p: jax.tree.map(lambda x: x.ndim > 1, p)
    ),
    "clipped": lambda: optax.chain(optax.clip_by_global_norm(0.5), optax.adam(0.05, eps=EPS)),
    "rmsprop": lambda: optax.rmsprop(0.01, eps=EPS),
}


def weights(seed: int) -> Any:
    keys = jax.random.split(jax.random.key(seed), 3)
    return {"w": jax.random.normal(keys[0], (3, 3)) / 2, "b": jax.random.normal(keys[1], (3,))}


def layers(one: Any, places: tuple[int, ...]) -> list[Any]:
    """Layers of which those with the same number are one object."""
    made = {place: jax.tree.map(lambda leaf, place=place: leaf * (1 + place) + 0, one) for place in sorted(set(places))}
    return [made[place] for place in places]


def apply(parts: list[Any], x: Any) -> Any:
    for layer in parts:
        x = jnp.tanh(x @ layer["w"] + layer["b"])
    return x


def loss(parts: list[Any], x: Any = X) -> Any:
    return jnp.mean((apply(parts, x) - 0.3) ** 2) + 0.01 * sum((part["w"] ** 2).sum() for part in parts)


def by_hand(optimizer: Any, one: Any, places: tuple[int, ...]) -> Any:
    """The weights after some steps where each is there once."""
    made = {str(place): layers(one, (place,))[0] for place in set(places)}
    state = optimizer.init(made)
    for _ in range(STEPS):
        grads = jax.grad(lambda made: loss([made[str(place)] for place in places]))(made)
        # The norm of a gradient is over the leaves of a tree, where a tied one is in each of its places.
        updates, state = optimizer.update(grads, state, made)
        made = optax.apply_updates(made, updates)
    return [made[str(place)] for place in places]


def close(one: Any, other: Any) -> None:
    for a, b in zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-3, atol=1e-5)


@example(8, (0, 2), "adam", "step")
@given(
    st.integers(0, 99),
    st.lists(st.integers(0, 2), min_size=2, max_size=4).map(tuple),
    st.sampled_from(["sgd", "adam", "masked adamw", "rmsprop"]),
    st.sampled_from(["step", "scan", "fori"]),
)
@tried(18)
def test_tied_layers_are_one(seed: int, places: tuple[int, ...], name: str, loop: str) -> None:
    optimizer = OPTIMIZERS[name]()

    def step(parts: Any, state: Any) -> Any:
        updates, state = optimizer.update(filter_grad(loss)(parts), state, parts)
        return optax.apply_updates(parts, updates), state

    def run(parts: Any, state: Any) -> Any:
        if loop == "scan":
            return filter_scan(lambda c, _: (step(*c), None), (parts, state), length=STEPS)[0]
        return filter_fori_loop(0, STEPS, lambda _, c: step(*c), (parts, state))

    parts = layers(weights(seed), places)
    state = filter_jit(optimizer.init, share=True)(parts)
    if loop == "step":
        compiled: Any = filter_jit(step, share=True)
        for _ in range(STEPS):
            parts, state = compiled(parts, state)
        assert compiled.trace_count == 1
    else:
        parts, state = filter_jit(run, share=True)(parts, state)
    close(parts, by_hand(optimizer, weights(seed), places))
    for i, place in enumerate(places):
        assert parts[i]["w"] is parts[places.index(place)]["w"]


def moved(tree: Any, grads: Any) -> Any:
    return jax.tree.map(lambda w, g: w - 0.1 * g, tree, grads)


def two(tree: Any) -> Any:
    """Equal arrays that are not one object."""
    return jax.tree.map(lambda leaf: leaf + 0, tree)


def added(parts: Any, delta: Any) -> Any:
    return jax.tree.map(jnp.add, parts, delta)


def train_delta(parts: Any, delta: Any) -> Any:
    return moved(delta, filter_grad(lambda delta: loss(added(parts, delta)))(delta))


def train_both(parts: Any, delta: Any) -> Any:
    grads = filter_grad(lambda delta: loss(added(parts, delta)))(delta)
    return parts, moved(delta, grads), loss(added(parts, delta))


def average(parts: Any, ema: Any) -> Any:
    return jax.tree.map(lambda a, b: 0.9 * a + 0.1 * b, ema, parts)


def merge(parts: Any, delta: Any) -> Any:
    return added(parts, delta), delta


def train_in_a_scan(parts: Any, delta: Any) -> Any:
    return filter_scan(lambda delta, _: (train_delta(parts, delta), None), delta, length=2)[0]


def train_in_a_cond(parts: Any, delta: Any) -> Any:
    return filter_cond(True, lambda delta: train_delta(parts, delta), lambda delta: delta, delta)


def adapters(parts: Any, delta: Any) -> Any:
    return filter_vmap(lambda scale: train_delta(parts, jax.tree.map(lambda d: d * scale, delta)))(jnp.arange(3.0))


def all_in_one(parts: Any, delta: Any) -> Any:
    return filter_grad(lambda both: loss(added(both["parts"], both["delta"])))({"parts": two(parts), "delta": delta})


@pytest.mark.parametrize(
    "step", [train_delta, train_both, average, merge, train_in_a_scan, train_in_a_cond, adapters, all_in_one]
)
@pytest.mark.parametrize("scale", [0.0, 1.0])
def test_what_is_only_equal_is_two(step: Callable[..., Any], scale: float) -> None:
    """In what is tied the reference has one object too; of the rest each array is its own."""
    parts = layers(weights(0), (0, 1, 0))
    delta = two(jax.tree.map(lambda leaf: scale * leaf, parts))
    expected = jax.jit(step)(parts, delta)
    with warnings.catch_warnings():
        # A merge, whose sums come apart, says so; there is nothing else to say.
        warnings.simplefilter("ignore" if step is merge else "error")
        found = filter_jit(step, share=True)(parts, delta)
        again = filter_jit(step, share=True)(parts, found if step in (train_delta, average) else delta)
    close(found, expected)
    if step in (train_delta, average):
        assert found[0]["w"] is not found[2]["w"]
        close(again, jax.jit(step)(parts, expected))


def test_a_state_that_was_made_apart_is_named() -> None:
    """The update is right, and what follows is said."""
    optimizer = optax.adam(0.1)

    def step(parts: Any, state: Any) -> Any:
        updates, state = optimizer.update(filter_grad(loss)(parts), state)
        return optax.apply_updates(parts, updates), state

    parts = layers(weights(0), (0, 1, 0))
    state = optimizer.init(parts)
    with pytest.warns(UserWarning, match=r"`args\[1\]\[0\]\.mu\[0\]\['b'\]` .* are two arrays.*optimizer\.init, share"):
        found, _ = filter_jit(step, share=True)(parts, state)
    tied = filter_jit(step, share=True)(parts, filter_jit(optimizer.init, share=True)(parts))[0]
    close(found, tied)
    assert found[0]["w"] is not found[2]["w"] and tied[0]["w"] is tied[2]["w"]


def test_a_call_compares_no_values() -> None:
    """Not even where it could: a NaN, or an array that says whether it is looked at."""

    class Watched(np.ndarray):
        def __eq__(self, other: object) -> Any:
            raise AssertionError("compared")

        __hash__ = None

    watched: list[Any] = [np.zeros(2, np.float32).view(Watched) for _ in range(2)]
    model = {"a": (w := jnp.ones(2)), "b": w}
    out = filter_jit(lambda m, d: (m["a"] + d["a"], d["b"]), share=True)(model, {"a": watched[0], "b": watched[1]})
    assert out[0].tolist() == [1, 1] and out[1].tolist() == [0, 0]


def test_a_frozen_copy_is_not_trained() -> None:
    parts = layers(weights(0), (0, 0))
    model: Any = {"online": parts, "target": Frozen(parts)}

    def step(model: Any) -> Any:
        grads = filter_grad(lambda m: loss(m["online"]) + jnp.sum(apply(m["target"].value, X)))(model)
        return {**model, "online": moved(model["online"], grads["online"])}

    total = jax.tree.map(jnp.add, *jax.grad(loss)([{**parts[0]}, {**parts[1]}]))
    with pytest.warns(UserWarning, match="are computed apart"):
        found = filter_jit(step, share=True)(model)
    close(found["online"][0], jax.tree.map(lambda w, g: w - 0.1 * g, parts[0], total))
    assert found["online"][0]["w"] is found["online"][1]["w"]
    close(found["target"].value, parts)
    assert filter(model, is_trainable)["target"].value[0]["w"] is None


def test_saved_and_loaded_ties_are_gone_and_numbers_stay() -> None:
    parts = layers(weights(0), (0, 0))
    loaded = jax.tree.map(lambda leaf: jnp.asarray(np.asarray(leaf)), parts)
    step = filter_jit(lambda parts: moved(parts, filter_grad(loss)(parts)), share=True)
    close(step(loaded), jax.jit(lambda parts: moved(parts, jax.grad(loss)(parts)))(loaded))
    assert (tied := share_through(filter_jit)(lambda p: p)(parts))[0]["w"] is tied[1]["w"]
