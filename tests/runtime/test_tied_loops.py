"""Shared objects through loops, branches and products: one object inside, one in what comes back."""

from __future__ import annotations

import warnings
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from pytreelint.runtime import (
    Frozen,
    filter,  # noqa: A004 - the name that the field knows
    filter_associative_scan,
    filter_cond,
    filter_fori_loop,
    filter_grad,
    filter_jit,
    filter_jvp,
    filter_map,
    filter_scan,
    filter_switch,
    filter_vjp,
    filter_while_loop,
    is_inexact_array,
    share_through,
    tree_equal,
)

X = jnp.linspace(-1.0, 1.0, 6).reshape(3, 2)
WEIGHT = jnp.arange(1.0, 5.0).reshape(2, 2) / 4
STEPS = 5


def tied() -> dict[str, Any]:
    weight = WEIGHT + 0
    return {"in": weight, "out": weight, "act": jnp.tanh, "name": "tied"}


def loss(model: Any, x: Any) -> Any:
    return ((model["act"](x @ model["in"]) @ model["out"].T - 1) ** 2).mean()


def updated(model: Any, x: Any) -> Any:
    grads = filter_grad(loss)(model, x)
    return jax.tree.map(lambda w, g: w if g is None else w - 0.1 * g, model, grads, is_leaf=lambda leaf: leaf is None)


def by_hand() -> Any:
    """The weight after some steps, where there is but one."""
    weight = WEIGHT
    for _ in range(STEPS):
        weight -= 0.1 * jax.grad(lambda w: loss({"in": w, "out": w, "act": jnp.tanh}, X))(weight)
    return weight


XS = jnp.stack([X] * STEPS)
LOOPS = {
    "scan": lambda share, step: share(filter_scan)(lambda m, x: (step(m, x), None), tied(), XS)[0],
    "fori": lambda share, step: share(filter_fori_loop)(0, STEPS, lambda _, m: step(m, X), tied()),
    "while": lambda share, step: share(filter_while_loop)(
        lambda m: (m["in"] < 1e9).all(), lambda m: step(m, X), tied(), max_steps=STEPS
    ),
    "bounded": lambda share, step: share(filter_while_loop)(
        lambda _: True, lambda m: step(m, X), tied(), max_steps=STEPS, kind="bounded"
    ),
    "checkpointed": lambda share, step: share(filter_while_loop)(
        lambda m: (m["in"] < 1e9).all(), lambda m: step(m, X), tied(), max_steps=STEPS, kind="checkpointed"
    ),
}


@pytest.mark.parametrize("loop", LOOPS)
def test_tied_weights_go_around_once(loop: str) -> None:
    seen: list[bool] = []

    def step(model: Any, x: Any) -> Any:
        seen.append(model["in"] is model["out"])
        return updated(model, x)

    out = LOOPS[loop](share_through, step)
    assert seen and all(seen) and out["in"] is out["out"] and out["name"] == "tied"
    np.testing.assert_allclose(out["in"], by_hand(), rtol=1e-5)
    apart = LOOPS[loop](lambda loop: loop, step)
    assert apart["in"] is not apart["out"] and not np.allclose(apart["in"], by_hand(), rtol=1e-5)


@pytest.mark.parametrize("compiled", [True, False])
def test_with_an_optimizer(compiled: bool) -> None:
    optimizer = optax.adam(0.1)

    def run(model: Any, state: Any, xs: Any) -> Any:
        def step(carry: Any, x: Any) -> Any:
            model, state = carry
            updates, state = optimizer.update(filter_grad(loss)(model, x), state)
            return (eqx.apply_updates(model, updates), state), loss(model, x)

        scan = filter_scan if compiled else share_through(filter_scan)
        return scan(step, (model, state), xs)

    model = tied()
    state = filter_jit(optimizer.init, share=True)(filter(model, is_inexact_array))
    (out, state), losses = (filter_jit(run, share=True) if compiled else run)(model, state, XS)
    assert out["in"] is out["out"] and state[0].mu["in"] is state[0].mu["out"]
    single: Any = {"w": WEIGHT}
    single_state, expected = optimizer.init(single), []
    for x in XS:
        value, grads = jax.value_and_grad(lambda t, x=x: loss({"in": t["w"], "out": t["w"], "act": jnp.tanh}, x))(
            single
        )
        updates, single_state = optimizer.update(grads, single_state)
        single = optax.apply_updates(single, updates)
        expected.append(value)
    np.testing.assert_allclose(losses, expected, rtol=1e-5)
    np.testing.assert_allclose(out["in"], single["w"], rtol=1e-5)


def test_what_a_step_computes_apart_comes_apart() -> None:
    def step(model: Any, _: Any) -> Any:
        return {**model, "in": model["in"] + 1}, None

    with pytest.warns(UserWarning, match=r"\['in'\] and \['out'\] are one array in an argument"):
        out, _ = share_through(filter_scan)(step, tied(), length=2)
    np.testing.assert_array_equal(out["in"], WEIGHT + 2)
    np.testing.assert_array_equal(out["out"], WEIGHT)


def test_errors_name_the_leaf_as_without_marks() -> None:
    with pytest.raises(TypeError, match=r"`carry\['in'\]` is float32\[2,2\] before the step and float32\[2\] after"):
        share_through(filter_scan)(lambda m, _: ({**m, "in": (w := m["in"][0]), "out": w}, None), tied(), length=2)
    with pytest.raises(TypeError, match=r"`carry\['name'\]` is 'tied' .* and 'other'"):
        share_through(filter_scan)(lambda m, _: ({**m, "name": "other"}, None), tied(), length=2)


def test_inputs_and_outputs_that_are_one_object() -> None:
    def double(model: Any) -> Any:
        assert model["in"] is model["out"]
        new = model["in"] * 2
        return {"a": new, "b": new, "c": model["out"] + 0}

    out = share_through(filter_map)(double, tied())
    assert out["a"] is out["b"] and out["a"] is not out["c"]
    np.testing.assert_array_equal(out["a"], 2 * WEIGHT)
    ends = share_through(filter_associative_scan)(lambda a, b: {**a, "in": (s := a["in"] + b["in"]), "out": s}, tied())
    assert ends["in"] is ends["out"]
    np.testing.assert_array_equal(ends["in"], jnp.cumsum(WEIGHT, 0))


def test_without_shared_objects_the_raw_loop_is_run() -> None:
    seen: list[int] = []

    def step(carry: Any, x: Any) -> Any:
        seen.append(1)
        return carry + x, carry

    for _ in range(2):
        out = share_through(filter_scan)(step, jnp.zeros(()), jnp.arange(3.0))
    assert tree_equal(out, filter_scan(step, jnp.zeros(()), jnp.arange(3.0))) and len(seen) == 2


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("index", [0, 1])
def test_branches(index: int, traced: bool) -> None:
    def update(model: Any) -> Any:
        assert model["in"] is model["out"]
        return updated(model, X)

    def choose(model: Any, index: Any) -> Any:
        switched = filter_switch(index, [lambda m: m, update], model)
        return filter_cond(index == 1, lambda m: m, update, model), switched

    given = jnp.array(index) if traced else index
    outs = filter_jit(choose, share=True)(tied(), given)
    for out in outs:
        assert out["in"] is out["out"] and out["act"] is jnp.tanh
    kept, new = outs if index else outs[::-1]
    np.testing.assert_array_equal(kept["in"], WEIGHT)
    assert not np.allclose(new["in"], WEIGHT)


def test_branches_of_which_one_takes_apart() -> None:
    def one(model: Any) -> Any:
        return {**model, "in": model["in"] + 1}

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for pred in (True, False):
            out = share_through(filter_cond)(pred, one, lambda m: m, tied())
            np.testing.assert_array_equal(out["in"], WEIGHT + int(pred))
            np.testing.assert_array_equal(out["out"], WEIGHT)


def test_products() -> None:
    model, seen = tied(), []

    def value(model: Any, x: Any) -> Any:
        seen.append(model["in"] is model["out"])
        return loss(model, x)

    expected = jax.grad(lambda w: loss({"in": w, "out": w, "act": jnp.tanh}, X))(model["in"])
    _, pullback = share_through(filter_vjp)(value, model, X)
    cotangent = pullback(jnp.ones(()))[0]
    assert seen == [True] and cotangent["in"] is cotangent["out"] and cotangent["name"] is None
    np.testing.assert_allclose(cotangent["in"], expected, rtol=1e-5)
    along = jnp.ones((2, 2))
    tangent = {"in": along, "out": along, "act": None, "name": None}
    _, derivative = share_through(filter_jvp)(value, (model, X), (tangent, None))
    np.testing.assert_allclose(derivative, (expected * along).sum(), rtol=1e-5)
    other = {**tangent, "out": 2 * along}
    _, derivative = share_through(filter_jvp)(value, (model, X), (other, None))
    assert seen == [True, True, False]
    np.testing.assert_allclose(derivative, filter_jvp(value, (model, X), (other, None))[1])


def test_what_is_differentiated_is_not_tied_to_what_is_not() -> None:
    weight = WEIGHT + 0
    _, pullback = share_through(filter_vjp)(lambda a, b: (a * b.value).sum(), weight, Frozen(weight))
    first, second = pullback(jnp.ones(()))
    np.testing.assert_allclose(first, weight)
    assert second.value is None
