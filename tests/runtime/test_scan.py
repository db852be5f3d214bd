"""filter_scan, filter_map and filter_associative_scan against jax.lax, and with parts that are no arrays."""

from __future__ import annotations

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytreelint.runtime import (
    combine,
    filter,  # noqa: A004
    filter_associative_scan,
    filter_grad,
    filter_jit,
    filter_map,
    filter_scan,
    filter_stack,
    filter_value_and_grad,
    filter_vmap,
    is_trainable,
    partition,
)
from tests.runtime.training import KINDS, node, normal
from tests.runtime.trees import assert_close, inexact_trees, tried

few = tried(15)
KEY = jax.random.key(0)


@few
@given(inexact_trees, st.booleans(), st.integers(1, 4), st.sampled_from([1, 2, True]))
def test_scan_of_arrays_is_the_raw_one(tree: Any, reverse: bool, length: int, unroll: Any) -> None:
    xs = jax.tree.map(
        lambda x: jnp.stack([x] * length) * jnp.arange(length).reshape(-1, *[1] * x.ndim).astype(x.dtype), tree
    )

    def step(carry: Any, x: Any) -> Any:
        carry = jax.tree.map(lambda a, b: (a * 0.5 + b).astype(a.dtype), carry, x)
        return carry, {"carry": carry, "five": 5.0, "n": 3}

    assert_close(
        filter_scan(step, tree, xs, length, reverse, unroll), jax.lax.scan(step, tree, xs, length, reverse, unroll)
    )


@pytest.mark.parametrize("init", [0, 0.0, (0, 1.5), {"i": 0, "x": [jnp.ones(2), True]}])
def test_python_numbers_in_plain_containers_are_traced_as_in_jax(init: Any) -> None:
    def step(carry: Any, x: Any) -> Any:
        assert all(isinstance(leaf, jax.Array) for leaf in jax.tree.leaves(carry))
        return jax.tree.map(lambda c: c + 1 if c.dtype != bool else ~c, carry), carry

    assert_close(filter_scan(step, init, jnp.arange(3.0)), jax.lax.scan(step, init, jnp.arange(3.0)))


class State(eqx.Module):
    w: jax.Array
    step: int
    rate: float
    inference: bool
    act: Any


def advance(state: State, x: Any) -> tuple[State, Any]:
    w = state.w if state.inference else state.act(state.w * state.rate)
    return eqx.tree_at(lambda s: (s.w, s.step), state, (w, state.step + 1)), w.sum()


def test_numbers_of_a_model_stay_unless_a_step_changes_them() -> None:
    state, ys = filter_scan(advance, State(jnp.ones(2), 0, 0.5, False, jnp.sin), jnp.arange(3.0))
    assert state.step == 3 and isinstance(state.step, jax.Array)
    assert (state.rate, state.inference, state.act) == (0.5, False, jnp.sin)
    assert ys.shape == (3,)


def test_what_works_with_all_numbers_traced_or_none_works() -> None:
    def step(s: Any, _: Any) -> tuple[Any, None]:
        return eqx.tree_at(lambda s: s.rate, s, s.rate.astype(float)), None

    last, _ = filter_scan(step, State(jnp.ones(2), 0, 0.5, False, jnp.sin), length=2)
    assert last.rate == 0.5
    settings: Any = {"heads": 2, "x": jnp.ones(4)}
    reshaped, _ = filter_scan(
        lambda c, _: ({**c, "x": c["x"].reshape(c["heads"], -1).reshape(-1) + 1}, None), settings, length=3
    )
    assert reshaped["heads"] == 2 and reshaped["x"].tolist() == [4.0] * 4


def test_a_step_that_fails_in_every_way_shows_its_first_error() -> None:
    with pytest.raises(ZeroDivisionError, match="mine"):
        filter_scan(lambda c, x: _fail(), (0, jnp.ones(2)), length=2)


def test_a_program_that_fails_while_running_runs_once() -> None:
    runs: list[int] = []

    def note() -> None:
        runs.append(1)
        raise RuntimeError("while running")

    def step(carry: Any, _: Any) -> Any:
        jax.debug.callback(note)
        return carry + 1, None

    def run() -> None:
        jax.block_until_ready(filter_scan(step, 0, length=1))
        jax.effects_barrier()

    with pytest.raises(Exception, match="while running"):
        run()
    assert len(runs) == 1


def _fail() -> Any:
    raise ZeroDivisionError("mine")


def test_inputs_and_outputs_with_static_parts() -> None:
    def step(carry: Any, x: Any) -> Any:
        return carry + x["act"](x["x"]), {"y": carry, "act": x["act"], "name": x["name"], "none": None}

    total, ys = filter_scan(step, jnp.array(0.0), {"x": jnp.arange(3.0), "act": jnp.square, "name": "n"})
    assert total == 5.0 and ys["y"].tolist() == [0.0, 0.0, 1.0]
    assert (ys["act"], ys["name"], ys["none"]) == (jnp.square, "n", None)


def test_settings_of_a_model_in_the_output_stay_what_they_are() -> None:
    def step(state: Any, x: Any) -> Any:
        return state, (state, 2, {"n": 3.0})

    _, (states, two, three) = filter_scan(step, STATE, jnp.arange(4.0))
    assert states.w.shape == (4, 2) and (states.rate, states.inference) == (0.5, False)
    assert two.tolist() == [2] * 4 and three["n"].tolist() == [3.0] * 4
    assert filter_map(lambda w: eqx.tree_at(lambda s: s.w, STATE, w), jnp.ones((3, 2))).inference is False


def changed_act(state: Any, _: Any) -> Any:
    return eqx.tree_at(lambda s: s.act, state, jnp.cos), None


STATE = State(jnp.ones(2), 0, 0.5, False, jnp.sin)


@pytest.mark.parametrize(
    ("step", "init", "message"),
    [
        (
            changed_act,
            STATE,
            r"a non-array part of the carry must not change: `carry\.act` is <PjitFunction .*sin.* and ",
        ),
        (
            lambda c, _: ({**c, "s": "b"}, None),
            {"s": "a"},
            r"`carry\['s'\]` is 'a' of type `str` before .* 'b' of type",
        ),
        (lambda c, _: ([c[0], jnp.ones(1)], None), [1, "s"], r"`carry\[1\]` is 's' .* and an array"),
        (
            lambda c, _: ((c[0], jnp.ones(3)), None),
            (1, jnp.ones(2)),
            r"`carry\[1\]` is float32\[2\] .* float32\[3\] after",
        ),
        (lambda c, _: (c + 0.5, None), jnp.arange(2), r"`carry` is int32\[2\] before the step and .*float32"),
        (lambda c, _: (jnp.sin, None), jnp.ones(1), "an array of the carry must stay one: `carry`"),
        (lambda c, _: ({"b": 1}, None), {"a": 1}, r"`carry\['a'\]` is gone and `carry\['b'\]` is new"),
        (lambda c, _: ([1, 2], None), (1, 2), "a static field or the type of a node differs"),
        (lambda c, _: c, 1.0, r"must return a pair \(carry, y\)"),
    ],
)
def test_errors_name_the_leaf(step: Any, init: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        filter_scan(step, init, length=2)


def test_errors_of_lengths_name_the_leaf() -> None:
    step = lambda c, x: (c, None)  # noqa: E731
    with pytest.raises(ValueError, match=r"`xs\['a'\]` has no leading axis"):
        filter_scan(step, 0, {"a": jnp.array(1.0)})
    with pytest.raises(ValueError, match=r"leading axes differ: `xs\['a'\]` has 2, `xs\['b'\]\[0\]` has 3"):
        filter_scan(step, 0, {"a": jnp.ones(2), "b": [jnp.ones(3)], "n": 4})


def test_modules_methods_and_partials_as_the_function() -> None:
    class Cell(eqx.Module):
        linear: eqx.nn.Linear
        act: Any

        def __call__(self, h: Any, x: Any) -> Any:
            h = self.act(self.linear(h) + x)
            return h, h

        def step(self, h: Any, x: Any) -> Any:
            return self(h, x)

    cell, xs = Cell(eqx.nn.Linear(2, 2, key=KEY), jnp.tanh), jnp.ones((3, 2))
    expected = jax.lax.scan(lambda h, x: cell(h, x), jnp.zeros(2), xs)
    for fun in (cell, cell.step, jax.tree_util.Partial(Cell.step, cell), eqx.filter_jit(cell)):
        assert_close(filter_scan(fun, jnp.zeros(2), xs), expected)
    gradient = filter_grad(lambda cell: filter_scan(cell, jnp.zeros(2), xs)[0].sum())(cell)
    by_hand = eqx.filter_grad(lambda cell: jax.lax.scan(lambda h, x: cell(h, x), jnp.zeros(2), xs)[0].sum())(cell)
    assert_close(gradient, by_hand)


def test_one_trace_and_one_program_for_calls_outside_jit() -> None:
    traces = []

    def step(carry: Any, x: Any) -> Any:
        traces.append(1)
        return {**carry, "x": carry["x"] + x}, carry["x"]

    for value in range(3):
        filter_scan(step, {"x": float(value), "act": jnp.sin}, jnp.arange(3.0))
    assert len(traces) == 1
    alive = weakref.ref(step)
    del step
    jax.clear_caches()
    gc.collect()
    assert alive() is None


def test_threads() -> None:
    def step(carry: Any, x: Any) -> Any:
        return {**carry, "x": carry["x"] + x}, carry["x"]

    start: Any = {"x": 0.0, "name": "sum"}

    def run(_: int) -> float:
        return float(filter_scan(step, start, jnp.arange(4.0))[0]["x"])

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(run, range(40))) == [6.0] * 40


def test_static_outputs_that_depend_on_shapes() -> None:
    def step(carry: Any, x: Any) -> Any:
        return carry, "odd" if x.shape[0] % 2 else "even"

    assert [filter_scan(step, 0, jnp.ones((2, n)))[1] for n in (1, 2, 1, 2)] == ["odd", "even"] * 2


def test_inside_other_transforms() -> None:
    def run(x: Any) -> Any:
        return filter_scan(lambda c, _: ({**c, "x": c["act"](c["x"])}, None), {"x": x, "act": jnp.sin}, length=2)[0][
            "x"
        ]

    expected = np.cos(np.sin(0.5)) * np.cos(0.5)
    np.testing.assert_allclose(jax.jit(jax.grad(run))(0.5), expected, rtol=1e-6)
    np.testing.assert_allclose(jax.vmap(jax.grad(run))(jnp.full(2, 0.5)), [expected] * 2, rtol=1e-6)
    with jax.disable_jit():
        np.testing.assert_allclose(run(jnp.array(0.5)), np.sin(np.sin(0.5)), rtol=1e-6)


@pytest.mark.parametrize("batch_size", [None, 1, 2, 5, 7])
def test_map(batch_size: int | None) -> None:
    xs = {"x": jnp.arange(10.0).reshape(5, 2), "act": jnp.square, "scale": 2.0}

    def f(x: Any) -> Any:
        return {"y": x["act"](x["x"]) * x["scale"], "number": 1, "act": x["act"]}

    out = filter_map(f, xs, batch_size=batch_size)
    raw = jax.lax.map(lambda x: {"y": jnp.square(x) * 2.0, "number": 1}, xs["x"], batch_size=batch_size)
    assert out.pop("act") is jnp.square
    assert_close(out, raw)
    assert filter_map(eqx.nn.Linear(2, 3, key=KEY), xs["x"]).shape == (5, 3)


@pytest.mark.parametrize("reverse", [False, True])
def test_associative_scan(reverse: bool) -> None:
    elems = {"x": jnp.arange(6.0).reshape(2, 3), "op": jnp.add, "n": 2}
    out = filter_associative_scan(lambda a, b: {**a, "x": a["op"](a["x"], b["x"])}, elems, reverse, axis=1)
    assert_close(out["x"], jax.lax.associative_scan(jnp.add, elems["x"], reverse=reverse, axis=1))
    assert (out["op"], out["n"]) == (jnp.add, 2)
    with pytest.raises(TypeError, match=r"a non-array part of the elems must not change: `elems\['op'\]`"):
        filter_associative_scan(lambda a, b: {**a, "op": jnp.sin}, elems)


@pytest.mark.parametrize("kind", KINDS)
def test_training_inside_one_scan(kind: str) -> None:
    """Model and optimizer state are the carry; the losses are those of the loop written by hand."""
    w, x, y = normal(0, 3, 1), normal(1, 8, 3), normal(2, 8, 1)
    optimizer = optax.sgd(0.1, momentum=0.9)

    def step(carry: Any, _: Any) -> Any:
        model, state = carry
        value, gradient = filter_value_and_grad(lambda m: ((m.act(x @ m.w) * m.scale - y) ** 2).mean())(model)
        updates, state = optimizer.update(gradient, state)
        trainable, rest = partition(model, is_trainable)
        return (combine(optax.apply_updates(trainable, updates), rest), state), value

    model = node(kind, "Model", w=w, act=jnp.tanh, scale=2.0, name="model")
    first = (model, optimizer.init(filter(model, is_trainable)))
    (model, _), losses = filter_jit(lambda: filter_scan(step, first, length=4))()
    params, state, expected = w, optimizer.init(w), []
    for _ in range(4):
        value, gradient = jax.value_and_grad(lambda w: ((jnp.tanh(x @ w) * 2.0 - y) ** 2).mean())(params)
        updates, state = optimizer.update(gradient, state)
        params = params + updates
        expected.append(value)
    np.testing.assert_allclose(losses, expected, rtol=1e-5)
    np.testing.assert_allclose(model.w, params, rtol=1e-5)
    assert (model.act, model.scale, model.name) == (jnp.tanh, 2.0, "model")


# The wishes of Equinox's users that concern loops.


def test_equinox_630_a_model_in_the_carry() -> None:
    mlp = eqx.nn.MLP(3, 1, 8, 2, key=KEY)
    xs = jax.random.normal(KEY, (20, 3))

    def step(carry: Any, x: Any) -> Any:
        (model,) = carry
        return [model], [model(x)]

    (last,), (out,) = filter_scan(step, [mlp], xs)
    np.testing.assert_allclose(out, jax.vmap(mlp)(xs), rtol=1e-5, atol=1e-6)
    assert last.activation is mlp.activation
    with pytest.raises(TypeError, match="not a valid JAX type"):
        jax.lax.scan(step, [mlp], xs)
    assert not hasattr(eqx, "filter_scan")


def test_equinox_446_training_inside_a_scan_and_losses_that_are_numbers() -> None:
    mlp = eqx.nn.MLP(3, 1, 6, 3, key=KEY)
    loss: Any = 5.0
    model, losses = filter_scan(lambda carry, _: (carry, loss), mlp, jax.random.normal(KEY, (20, 3)))
    assert losses.tolist() == [5.0] * 20 and model.activation is mlp.activation
    with pytest.raises(TypeError):
        jax.lax.scan(eqx.filter_jit(lambda carry, _: (carry, 5.0)), mlp, jnp.ones((20, 3)))


def test_equinox_709_modules_that_build_their_functions_anew() -> None:
    class Kernel(eqx.Module):
        bias: jax.Array
        format: Any
        scale: Any

        def __init__(self, bias: Any) -> None:
            self.bias = bias
            self.format = lambda x: 2 * x
            self.scale = lambda x: x + 1

    def transform(kernel: Any, offset: Any) -> Any:
        new = Kernel(kernel.format(kernel.bias) + offset)
        return new, new

    last, every = filter_scan(transform, Kernel(jnp.zeros(2)), jnp.ones((4, 2)))
    assert last.bias.tolist() == [15.0, 15.0] and every.bias.shape == (4, 2) and every.scale(1) == 2
    with pytest.raises(TypeError, match="not a valid JAX type"):
        jax.lax.scan(transform, Kernel(jnp.zeros(2)), jnp.ones((4, 2)))


def test_equinox_1046_inputs_of_which_only_the_arrays_change() -> None:
    @flax.struct.dataclass
    class Scene:
        points: Any
        kind: Any

    build: Any = Scene
    scenes = [build(jnp.full(2, float(i)), "office") for i in range(3)]
    assert not hasattr(eqx, "filter_stack") and not hasattr(eqx, "filter_scan")
    xs = filter_stack(scenes)
    assert isinstance(xs, Scene) and xs.points.shape == (3, 2) and xs.kind == "office"

    def step(total: Any, scene: Any) -> Any:
        assert scene.kind == "office"
        return total + scene.points.sum(), None

    assert filter_scan(step, 0.0, xs)[0] == 6.0
    with pytest.raises(TypeError, match="str"):
        jax.lax.scan(step, 0.0, xs)
    losses = filter_vmap(lambda scene: scene.points.sum())(xs)
    assert losses.tolist() == [0.0, 2.0, 4.0]


def test_equinox_1080_a_changed_static_part_is_an_error_that_names_it() -> None:
    key_and_model = (KEY, eqx.nn.MLP(2, 2, 4, 1, key=KEY))

    def good(carry: Any, _: Any) -> Any:
        key, model = carry
        key, sub = jax.random.split(key)
        return (key, eqx.tree_at(lambda m: m.layers[0].bias, model, jax.random.normal(sub, (4,)))), None

    (_, model), _ = filter_scan(good, key_and_model, length=3)
    assert model.activation is key_and_model[1].activation

    def bad(carry: Any, _: Any) -> Any:
        return (carry[0], eqx.tree_at(lambda m: m.activation, carry[1], jnp.tanh)), None

    with pytest.raises(TypeError, match=r"a non-array part of the carry must not change: `carry\[1\]\.activation`"):
        filter_scan(bad, key_and_model, length=3)
