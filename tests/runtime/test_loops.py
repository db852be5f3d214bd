"""filter_while_loop and filter_fori_loop against jax.lax; the kinds that have gradients against an unrolled loop."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytreelint.runtime import (
    filter_cond,
    filter_fori_loop,
    filter_grad,
    filter_map,
    filter_scan,
    filter_switch,
    filter_while_loop,
)
from tests.part import part
from tests.runtime.trees import assert_close, inexact_trees, tried

few = tried(15)
KINDS: list[dict[str, Any]] = [
    {"kind": "bounded", "max_steps": 20},
    {"kind": "bounded", "max_steps": 20, "base": 3},
    {"kind": "checkpointed", "max_steps": 20},
    {"kind": "checkpointed", "checkpoints": 1},
    {"kind": "checkpointed", "checkpoints": 3},
    {"kind": "checkpointed", "checkpoints": 7, "max_steps": 1000},
]
SOME_KINDS = [pytest.param(kind, marks=part(str(kind), of=2)) for kind in KINDS]


@few
@given(inexact_trees, st.integers(0, 4))
def test_loops_of_arrays_are_the_raw_ones(tree: Any, n: int) -> None:
    def step(i: Any, carry: Any) -> Any:
        return jax.tree.map(lambda x: (x * 0.5).astype(x.dtype), carry)

    def body(carry: Any) -> Any:
        return carry[0] + 1, step(0, carry[1])

    assert_close(filter_fori_loop(0, n, step, tree), jax.lax.fori_loop(0, n, step, tree))
    raw = jax.lax.while_loop(lambda c: c[0] < n, body, (0, tree))
    for options in ({}, *KINDS[::2]):
        assert_close(filter_while_loop(lambda c: c[0] < n, body, (0, tree), **options)[1], raw[1])


def carry(x: Any) -> Any:
    return {"x": x, "i": 0, "act": jnp.sin, "k": jnp.arange(2), "key": jax.random.key(0)}


def looped(x: Any, w: Any, n: Any, **options: Any) -> Any:
    def body(c: Any) -> Any:
        return {**c, "x": c["act"](c["x"] * w) + 0.1 * c["i"], "i": c["i"] + 1}

    return filter_while_loop(lambda c: c["i"] < n, body, carry(x), **options)["x"].sum()


def unrolled(x: Any, w: Any, n: int) -> Any:
    for i in range(n):
        x = jnp.sin(x * w) + 0.1 * i
    return x.sum()


X, W = jnp.array([0.3, 0.5]), jnp.array(1.1)


@pytest.mark.parametrize("options", SOME_KINDS, ids=str)
def test_gradients_in_the_carry_and_in_what_the_step_captured(options: Any) -> None:
    step = jax.jit(jax.value_and_grad(lambda x, w, n: looped(x, w, n, **options), (0, 1)))
    for n in (0, 1, 2, 3, 8, 20):
        value, gradients = jax.value_and_grad(unrolled, (0, 1))(X, W, n)
        ours, our_gradients = step(X, W, n)
        np.testing.assert_allclose(ours, value, rtol=1e-5)
        for a, b in zip(our_gradients, gradients, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("options", SOME_KINDS[1::3], ids=str)
def test_gradients_under_vmap_and_second_derivatives(options: Any) -> None:
    ns = jnp.array([0, 3, 5])
    batched = jax.vmap(jax.grad(lambda w, n: looped(X, w, n, **options)), (None, 0))(W, ns)
    expected = [jax.grad(lambda w, n=n: unrolled(X, w, n))(W) for n in ns.tolist()]
    np.testing.assert_allclose(batched, expected, rtol=1e-4, atol=1e-6)
    second = jax.jacfwd(jax.grad(lambda w: looped(X, w, 4, **options)))(W)
    np.testing.assert_allclose(second, jax.hessian(lambda w: unrolled(X, w, 4))(W), rtol=1e-3)


def test_forward_mode() -> None:
    expected = jax.jvp(lambda w: unrolled(X, w, 5), (W,), (jnp.array(1.0),))
    for options in ({}, {"max_steps": 7}, KINDS[0]):
        ours = jax.jvp(lambda w, options=options: looped(X, w, 5, **options), (W,), (jnp.array(1.0),))
        np.testing.assert_allclose(ours, expected, rtol=1e-5)


@pytest.mark.parametrize("dtype", [jnp.float32, pytest.param(jnp.float64, marks=pytest.mark.long), jnp.bfloat16])
@pytest.mark.parametrize("options", SOME_KINDS[::2], ids=str)
def test_weak_numbers_in_the_carry_do_not_widen_arrays(options: Any, dtype: Any) -> None:
    def step(x: Any, w: Any, factor: Any) -> Any:
        return jnp.sin(x * w) + factor, factor * 0.5

    def loss(x: Any, w: Any) -> Any:
        def body(c: Any) -> Any:
            x, factor = step(c["x"], w, c["factor"])
            return {**c, "x": x, "factor": factor, "i": c["i"] + 1}

        init = {"x": x, "factor": 0.5, "i": 0, "name": "weak"}
        return filter_while_loop(lambda c: c["i"] < 4, body, init, **options)["x"].sum()

    def by_hand(x: Any, w: Any) -> Any:
        factor: Any = 0.5
        for _ in range(4):
            x, factor = step(x, w, factor)
        return x.sum()

    with jax.enable_x64(True):
        x, w = jnp.array([0.3, 0.5], dtype), jnp.array(1.1, dtype)
        ours, theirs = (jax.jit(jax.grad(f, (0, 1)))(x, w) for f in (loss, by_hand))
        for a, b in zip(ours, theirs, strict=True):
            assert a.dtype == b.dtype == dtype
            np.testing.assert_allclose(
                np.asarray(a, float), np.asarray(b, float), rtol=0.02 if dtype == jnp.bfloat16 else 1e-5
            )


@pytest.mark.parametrize("options", SOME_KINDS[::2], ids=str)
def test_keys_in_the_carry(options: Any) -> None:
    def body(c: Any) -> Any:
        key, used = jax.random.split(c["key"])
        return {**c, "key": key, "x": c["x"] * 1.1 + jax.random.normal(used), "i": c["i"] + 1}

    def loss(x: Any) -> Any:
        init = {"x": x, "key": jax.random.key(0), "i": 0, "name": "noise"}
        return filter_while_loop(lambda c: c["i"] < 5, body, init, **options)["x"]

    for gradient in (jax.jit(jax.grad(loss)), jax.grad(loss)):
        np.testing.assert_allclose(gradient(1.0), 1.1**5, rtol=1e-5)


def test_max_steps() -> None:
    loop: Any = filter_while_loop
    for kind in ("lax", "bounded", "checkpointed"):
        for n in (0, 1, 5):
            out = loop(lambda c: True, lambda c: c + 1, 0, kind=kind, max_steps=n)
            assert out == n


def memory(n: int, **options: Any) -> float:
    """The temporary memory of the gradient of `n` steps, in carries."""

    def loss(x: Any) -> Any:
        return filter_while_loop(lambda c: c[0] < n, lambda c: (c[0] + 1, jnp.sin(c[1])), (0, x), **options)[1].sum()

    compiled = jax.jit(jax.grad(loss)).lower(jnp.ones(10_000)).compile()
    return float(compiled.memory_analysis().temp_size_in_bytes) / 40_000


def test_memory_grows_with_the_checkpoints_and_not_with_the_steps() -> None:
    few_steps, many = (memory(n, kind="checkpointed", checkpoints=8) for n in (100, 100_000))
    assert many < few_steps + 1 and many < 8 + 6
    assert memory(100_000, kind="checkpointed", checkpoints=64) < 64 + 6
    assert memory(4096, kind="bounded", max_steps=4096) < 16 * 3 + 10


@pytest.mark.parametrize(("n", "checkpoints", "most"), [(60, 60, 2.5), (200, 20, 4), (200, 6, 6), (200, 3, 12)])
def test_steps_are_taken_again_but_a_few_times(n: int, checkpoints: int, most: float) -> None:
    counts: list[int] = []

    def body(c: Any) -> Any:
        jax.debug.callback(lambda: counts.append(1))
        return c[0] + 1, jnp.sin(c[1])

    def loss(x: Any) -> Any:
        return filter_while_loop(lambda c: c[0] < n, body, (0, x), kind="checkpointed", checkpoints=checkpoints)[1]

    jax.jit(jax.grad(loss))(1.0).block_until_ready()
    jax.effects_barrier()
    assert n <= len(counts) <= most * n


def test_errors() -> None:
    loop: Any = filter_while_loop
    with pytest.raises(ValueError, match=r"needs `max_steps`$"):
        loop(lambda c: True, lambda c: c, 0, kind="bounded")
    with pytest.raises(ValueError, match="needs `max_steps` or `checkpoints`"):
        loop(lambda c: True, lambda c: c, 0, kind="checkpointed")
    with pytest.raises(ValueError, match="must be 'lax', 'bounded' or 'checkpointed', not 'other'"):
        loop(lambda c: True, lambda c: c, 0, kind="other")
    with pytest.raises(ValueError, match="at least 1"):
        loop(lambda c: True, lambda c: c, 0, kind="checkpointed", checkpoints=0)
    with pytest.raises(ValueError, match="at least 2"):
        loop(lambda c: True, lambda c: c, 0, kind="bounded", max_steps=3, base=1)
    for kind in ("lax", "bounded", "checkpointed"):
        with pytest.raises(TypeError, match=r"a non-array part of the carry must not change: `carry\['s'\]`"):
            loop(lambda c: True, lambda c: {**c, "s": "b"}, {"s": "a", "x": 0}, kind=kind, max_steps=3)


def test_modules_as_functions_and_in_the_carry() -> None:
    class Step(eqx.Module):
        w: jax.Array

        def body(self, i: Any, c: Any) -> Any:
            return {**c, "x": c["act"](c["x"] * self.w)}

        def __call__(self, c: Any) -> Any:
            return {**self.body(0, c), "i": c["i"] + 1}

        def goes_on(self, c: Any) -> Any:
            return c["i"] < 4

    step = Step(W)
    expected = jnp.sin(jnp.sin(jnp.sin(jnp.sin(X * W) * W) * W) * W)
    for options in ({}, *KINDS[:3]):
        np.testing.assert_allclose(filter_while_loop(step.goes_on, step, carry(X), **options)["x"], expected, rtol=1e-6)
    np.testing.assert_allclose(filter_fori_loop(0, 4, step.body, carry(X))["x"], expected, rtol=1e-6)

    def loss(step: Any) -> Any:
        return filter_while_loop(step.goes_on, step, carry(X), kind="checkpointed", max_steps=9)["x"].sum()

    by_hand = jax.grad(lambda w: jnp.sin(jnp.sin(jnp.sin(jnp.sin(X * w) * w) * w) * w).sum())(W)
    np.testing.assert_allclose(filter_grad(loss)(step).w, by_hand, rtol=1e-5)


def test_equinox_789_a_model_in_a_loop() -> None:
    model = eqx.nn.MLP(2, 2, 4, 1, key=jax.random.key(0))

    def body(i: Any, m: Any) -> Any:
        return eqx.tree_at(lambda m: m.layers[0].bias, m, m.layers[0].bias + i)

    trained = filter_fori_loop(0, 4, body, model)
    np.testing.assert_allclose(trained.layers[0].bias, model.layers[0].bias + 6, rtol=1e-6)
    assert trained.activation is model.activation
    with pytest.raises(TypeError, match="not a valid JAX type"):
        jax.lax.fori_loop(0, 4, body, model)
    assert not any(hasattr(eqx, f"filter_{name}") for name in ("fori_loop", "while_loop", "cond", "scan"))


@pytest.mark.parametrize("eager", [True, False])
def test_an_error_of_a_step_is_raised_at_once(eager: bool) -> None:
    """Also where a number is in the carry, for which other traces are tried."""
    steps: list[int] = []

    def step(carry: Any, _: Any = None) -> Any:
        steps.append(1)
        if len(steps) == (3 if eager else 1):
            raise ValueError("data")
        return carry

    loops: dict[str, Any] = {
        "scan": lambda f: filter_scan(lambda c, x: (f(c), None), (0.0, 1), jnp.ones(4)),
        "fori": lambda f: filter_fori_loop(0, 4, lambda i, c: f(c), (0.0, 1)),
        "while": lambda f: filter_while_loop(lambda c: c[0] < 9, lambda c: (f(c)[0] + 1, 1), (0.0, 1)),
        "bounded": lambda f: filter_while_loop(lambda c: c[0] < 9, f, (0.0, 1), kind="bounded", max_steps=16),
        "map": lambda f: filter_map(lambda x: f((x, 1)), jnp.ones(4)),
    }
    if eager:
        del loops["bounded"]  # is traced also there
    for loop in loops.values():
        steps.clear()
        with jax.disable_jit(eager), pytest.raises(ValueError, match="data"):
            loop(step)
        assert len(steps) == (3 if eager else 1)


@pytest.mark.parametrize("eager", [True, False])
def test_an_error_of_a_branch_is_raised_at_once(eager: bool) -> None:
    calls: list[int] = []

    def branch(n: Any) -> Any:
        calls.append(1)
        raise TypeError("data")

    choices: list[Any] = [
        lambda: filter_cond(jnp.array(True), branch, branch, 1),
        lambda: filter_switch(jnp.array(0), [branch, branch], 1),
    ]
    for choose in choices:
        calls.clear()
        with jax.disable_jit(eager), pytest.raises(TypeError, match="data"):
            choose()
        assert len(calls) == 1


def test_numbers_that_a_step_needs_otherwise_are_still_found() -> None:
    """What the tries are for: a setting that must be static, and a number that must be an array."""

    def by_setting(carry: Any, _: Any) -> Any:
        total, n = carry
        return (total + jnp.ones(n).sum(), n), None

    def by_array(carry: Any, _: Any) -> Any:
        return {**carry, "n": carry["n"].at[...].add(1)}, None

    assert filter_scan(by_setting, (0.0, 2), None, 3)[0] == (6.0, 2)
    assert filter_scan(by_array, {"n": 1}, None, 3)[0]["n"] == 4
