"""filter_cond and filter_switch against jax.lax, and with parts that are no arrays."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytreelint.runtime import filter_cond, filter_grad, filter_switch
from tests.runtime.trees import assert_close, inexact_trees, tried

few = tried(15)
KEY = jax.random.key(0)


class Model(eqx.Module):
    w: jax.Array
    rate: float
    inference: bool
    act: Any

    def __call__(self, x: Any) -> Any:
        return self.act(self.w * x)


MODEL = Model(jnp.ones(2), 0.5, False, jnp.sin)


@few
@given(inexact_trees, st.booleans())
def test_cond_of_arrays_is_the_raw_one(tree: Any, pred: bool) -> None:
    branches = (lambda t: (t, 1.0, 2), lambda t: (jax.tree.map(lambda x: x * 2, t), 3.0, 4))
    for flag in (pred, jnp.array(pred)):
        assert_close(filter_cond(flag, *branches, tree), jax.lax.cond(flag, *branches, tree))


@pytest.mark.parametrize("index", [-1, 0, 1, 2, 5])
def test_switch_is_the_raw_one(index: int) -> None:
    branches = [jnp.sin, jnp.exp, lambda x: 2.0 * x]
    assert_close(filter_switch(index, branches, jnp.ones(2)), jax.lax.switch(index, branches, jnp.ones(2)))
    assert_close(
        filter_switch(jnp.array(index), branches, jnp.ones(2)), jax.lax.switch(jnp.array(index), branches, jnp.ones(2))
    )


def test_modules_as_branches() -> None:
    """Raw lax.switch cannot hash a Module: Equinox issue 119."""
    modules = [eqx.nn.Linear(2, 2, key=key) for key in jax.random.split(KEY, 3)]
    x = jnp.ones(2)
    assert_close(filter_switch(jnp.array(1), modules, x), modules[1](x))
    gradient = filter_grad(lambda ms: filter_switch(jnp.array(1), ms, x).sum())(modules)
    assert gradient[1].bias.tolist() == [1.0, 1.0] and gradient[0].bias.tolist() == [0.0, 0.0]
    with pytest.raises(TypeError, match="unhashable"):
        jax.lax.switch(jnp.array(1), modules, x)
    assert_close(filter_cond(jnp.array(True), MODEL, MODEL.__call__, x), MODEL(x))


def test_a_model_through_a_branch_keeps_its_settings() -> None:
    """Equinox issue 389; `inference` must stay a Python bool."""
    out = filter_cond(jnp.array(True), lambda m: eqx.tree_at(lambda m: m.w, m, m.w + 1), lambda m: m, MODEL)
    assert out.w.tolist() == [2.0, 2.0]
    assert (out.rate, out.inference, out.act) == (0.5, False, jnp.sin)
    with pytest.raises(TypeError, match="not a valid JAX type"):
        jax.lax.cond(jnp.array(True), lambda m: m, lambda m: m, MODEL)


def test_numbers_that_differ_become_arrays() -> None:
    out = filter_cond(jnp.array(True), lambda m: eqx.tree_at(lambda m: m.rate, m, 0.25), lambda m: m, MODEL)
    assert isinstance(out.rate, jax.Array) and out.rate == 0.25
    assert out.inference is False
    out = filter_cond(jnp.array(False), lambda m: eqx.tree_at(lambda m: m.rate, m, jnp.array(0.25)), lambda m: m, MODEL)
    assert out.rate == 0.5


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (
            lambda m: eqx.tree_at(lambda m: m.act, m, jnp.cos),
            r"`out\.act` is <PjitFunction.*sin.* and <PjitFunction.*cos",
        ),
        (lambda m: (m, m), "return different tree structures"),
        (lambda m: eqx.tree_at(lambda m: m.w, m, m.w[:1]), r"`out\.w` is float32\[2\] and float32\[1\]"),
        (lambda m: eqx.tree_at(lambda m: m.w, m, m.w.astype(int)), r"`out\.w` is float32\[2\] and int32\[2\]"),
        (lambda m: eqx.tree_at(lambda m: m.act, m, m.w), r"`out\.act` is .* and float32\[2\]"),
    ],
)
def test_errors_name_the_leaf(other: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        filter_cond(jnp.array(True), lambda m: m, other, MODEL)
    with pytest.raises(TypeError, match=r"`branches\[0\]` and `branches\[2\]`"):
        filter_switch(jnp.array(1), [lambda m: m, lambda m: m, other], MODEL)


def test_an_error_of_a_branch_is_its_own() -> None:
    def broken(x: Any) -> Any:
        raise TypeError("mine")

    with pytest.raises(TypeError, match="mine"):
        filter_cond(jnp.array(True), broken, lambda x: x, 1.0)


def test_operands_that_are_settings() -> None:
    out = filter_cond(jnp.array(True), lambda x, n: x.reshape(n, -1).sum(0), lambda x, n: x[:2], jnp.ones(4), 2)
    assert out.tolist() == [2.0, 2.0]
    half: Any = 1.5
    assert filter_cond(jnp.array(True), lambda x: x.astype(int), lambda x: 0, half) == 1


def test_one_trace_for_calls_outside_jit() -> None:
    traces = []

    def branch(m: Any) -> Any:
        traces.append(1)
        return m

    for _ in range(3):
        filter_cond(jnp.array(True), branch, branch, MODEL)
    assert len(traces) <= 2


def test_inside_other_transforms() -> None:
    def f(x: Any) -> Any:
        return filter_cond(x > 0, lambda t: t["act"](t["x"]), lambda t: 3 * t["x"], {"x": x, "act": jnp.square})

    assert jax.jit(jax.grad(f))(2.0) == 4.0
    assert jax.vmap(jax.grad(f))(jnp.array([2.0, -1.0])).tolist() == [4.0, 3.0]
