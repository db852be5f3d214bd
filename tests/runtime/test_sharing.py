"""Sharing through the transforms: tied weights trained as one weight, written out by hand, is trained."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Callable
from typing import Any

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from pytreelint.runtime import (
    Shared,
    combine,
    filter,  # noqa: A004
    filter_checkpoint,
    filter_grad,
    filter_jit,
    filter_pmap,
    filter_shard_map,
    filter_value_and_grad,
    filter_vmap,
    freeze,
    is_inexact_array,
    partition,
    share_through,
)

STEPS = 3
ROWS = jax.sharding.PartitionSpec("i")
WEIGHT = jax.random.normal(jax.random.key(0), (6, 4)) / 2
SCALE = jnp.ones(4)
TOKENS = jnp.array([0, 3, 5, 1])


class EquinoxModel(eqx.Module):
    embedding: Any
    scale: Any
    head: Any
    activation: Any


@flax.struct.dataclass
class FlaxModel:
    embedding: Any
    scale: Any
    head: Any
    activation: Any


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class PlainModel:
    """Has a static field: without it JAX takes its structure for that of `FlaxModel`, and optax's own `jax.jit` gives
    the one class for the other, now and then (jax 0.10.2)."""

    embedding: Any
    scale: Any
    head: Any
    activation: Any
    kind: str = dataclasses.field(default="plain", metadata={"static": True})


KINDS: tuple[Any, ...] = (EquinoxModel, FlaxModel, PlainModel)


def tied(kind: Any, weight: Any = WEIGHT) -> Any:
    return kind({"weight": weight}, SCALE, {"weight": weight}, jnp.tanh)


def logits_loss(embedding: Any, scale: Any, head: Any) -> Any:
    logits = jnp.tanh(embedding[TOKENS] * scale) @ head.T
    return -jnp.mean(jax.nn.log_softmax(logits)[jnp.arange(4), TOKENS[::-1]])


def loss(model: Any) -> Any:
    assert model.activation is jnp.tanh
    return logits_loss(model.embedding["weight"], model.scale, model.head["weight"])


def by_hand(optimizer: Any) -> tuple[list[float], Any]:
    """One weight, in raw JAX."""

    def one(params: Any) -> Any:
        return logits_loss(params[0], params[1], params[0])

    params, losses = (WEIGHT, SCALE), []
    state = optimizer.init(params)
    for _ in range(STEPS):
        value, grads = jax.value_and_grad(one)(params)
        updates, state = optimizer.update(grads, state)
        params = optax.apply_updates(params, updates)
        losses.append(float(value))
    return losses, params


def train(optimizer: Any, model: Any, **options: Any) -> tuple[Any, list[float], Any]:
    def step(model: Any, state: Any) -> Any:
        value, grads = filter_value_and_grad(loss)(model)
        trained, rest = partition(model, is_inexact_array)
        updates, state = optimizer.update(grads, state, trained)
        return combine(optax.apply_updates(trained, updates), rest), state, value

    state = filter_jit(optimizer.init, share=True)(filter(model, is_inexact_array))
    compiled: Any = filter_jit(step, share=True, **options)
    losses = []
    for _ in range(STEPS):
        model, state, value = compiled(model, state)
        losses.append(float(value))
    return model, losses, compiled


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("optimizer", [optax.sgd(0.5), optax.adam(0.1)], ids=["sgd", "adam"])
def test_790_469_tied_weights_are_one_weight(kind: Any, optimizer: Any) -> None:
    """equinox#790, #469: there, tied leaves come apart; they have to be taken out and put back by hand."""
    losses, params = by_hand(optimizer)
    model, found, compiled = train(optimizer, tied(kind))
    assert model.embedding["weight"] is model.head["weight"]
    np.testing.assert_allclose(found, losses, rtol=1e-5)
    np.testing.assert_allclose(model.head["weight"], params[0], rtol=1e-4, atol=1e-5)
    assert compiled.trace_count == 1

    theirs = eqx.filter_grad(loss)(tied(kind))
    assert not jnp.allclose(theirs.embedding["weight"], theirs.head["weight"])
    assert eqx.filter_jit(lambda model: model.embedding["weight"] is model.head["weight"])(tied(kind)) is False


def test_no_buffer_is_donated_twice() -> None:
    """jax#9635, #12627, optax#1059: raw JAX refuses, and does not say which."""
    with pytest.raises(Exception, match="donate the same buffer twice"):
        jax.jit(lambda a, b: (a + 1, b + 1), donate_argnums=(0, 1))(x := jnp.ones(3), x)
    weight = WEIGHT + 0
    model = dataclasses.replace(tied(PlainModel, weight), scale=SCALE + 0)
    model, _, compiled = train(optax.sgd(0.1), model, donate="all")
    assert weight.is_deleted() and model.embedding["weight"] is model.head["weight"]
    state = optax.sgd(0.1).init(filter(model, is_inexact_array))
    assert compiled.lower(model, state).as_text().count("tf.aliasing_output") == 2


def test_gradients_are_summed_and_come_back_tied() -> None:
    model = tied(EquinoxModel)
    grads = share_through(filter_grad)(loss)(model)
    apart = filter_grad(loss)(model)
    assert grads.embedding["weight"] is grads.head["weight"]
    total = apart.embedding["weight"] + apart.head["weight"]
    np.testing.assert_allclose(grads.head["weight"], total, rtol=1e-5, atol=1e-6)
    value, again = share_through(filter_value_and_grad(loss))(model)
    assert value == loss(model) and jnp.array_equal(again.head["weight"], grads.head["weight"])
    stepped = share_through(filter_jit)(lambda m, g: jax.tree.map(lambda x, y: x if y is None else x - y, m, g))
    assert (new := stepped(model, grads)).embedding["weight"] is new.head["weight"]


class Seen:
    """Says of what a function got whether it is shared."""

    def __call__(self, model: Any, average: Any, *, other: Any) -> Any:
        assert model["a"] is model["b"] and average["a"] is model["a"] and other[0] is model
        return jnp.sum(model["a"])


def test_one_object_inside_across_arguments_and_nested_transforms() -> None:
    weight = jnp.ones(3)
    model = {"a": weight, "b": weight, "n": 1, "m": 1}
    call: dict[str, Callable[..., Any]] = {
        "jit": share_through(filter_jit)(Seen()),
        "vmap": share_through(filter_vmap)(Seen()),
        "vmap in jit": share_through(filter_jit(filter_vmap(Seen()))),
        "checkpoint": share_through(filter_checkpoint)(Seen()),
        "pmap": share_through(
            filter_pmap,
        )(Seen()),
    }
    for name, transformed in call.items():
        out = transformed(model, {"a": weight}, other=[model])
        assert jnp.sum(out) == 3, name


def test_only_what_is_mapped_alike_is_tied() -> None:
    x = jnp.arange(4.0).reshape(2, 2)

    def f(a: Any, b: Any, c: Any) -> Any:
        assert a is not b and a is c
        return a * b.sum()

    expected = jax.vmap(lambda a, b: a * b.sum(), in_axes=(0, None))(x, x)
    assert jnp.array_equal(share_through(filter_vmap(f, in_axes=(0, None, 0)))(x, x, x), expected)
    masks = ({"a": 0}, {"a": None}, {"a": 0})
    g = share_through(filter_vmap(lambda a, b, c: f(a["a"], b["a"], c["a"]), in_axes=masks))
    assert jnp.array_equal(g({"a": x}, {"a": x}, {"a": x}), expected)
    mesh = jax.make_mesh((2,), ("i",), axis_types=(jax.sharding.AxisType.Auto,))
    h = share_through(filter_shard_map(f, mesh=mesh, in_specs=(ROWS, None, ROWS), out_specs=ROWS))
    assert jnp.array_equal(h(x, x, x), expected)


def test_what_is_differentiated_is_not_tied_to_what_is_not() -> None:
    x = jnp.arange(3.0)
    product = share_through(filter_grad)(lambda a, b: (a * b).sum())
    assert jnp.array_equal(product(x, x), x)
    frozen = share_through(filter_grad(lambda m: (m["a"] * m["b"]).sum(), filter_spec=freeze("b")))({"a": x, "b": x})
    assert jnp.array_equal(frozen["a"], x) and frozen["b"] is None
    frozen = share_through(filter_grad(lambda m: (m["a"] * m["b"] * m["c"]).sum(), filter_spec=freeze("b")))
    grads = frozen({"a": x, "b": x, "c": x})
    assert jnp.array_equal(grads["a"], 2 * x * x) and grads["c"] is grads["a"] and grads["b"] is None


def test_outputs_that_are_one_object() -> None:
    a, b = share_through(filter_jit)(lambda x: (y := x + 1, [y]))(jnp.ones(3))
    assert a is b[0] and jnp.array_equal(a, 2 * jnp.ones(3))
    a, b = share_through(filter_vmap)(lambda x: (y := x + 1, y))(jnp.ones(3))
    assert a is b
    a, b = share_through(filter_vmap(lambda x: (y := x + 1, y), out_axes=(0, 1)))(jnp.ones((2, 3)))
    assert a.shape == (2, 3) and b.shape == (3, 2)


def test_one_trace_for_each_pattern() -> None:
    count = []

    @filter_jit(share=True)
    def f(a: Any, b: Any) -> Any:
        count.append(a is b)
        return a + b

    x, y = jnp.ones(3), jnp.ones(3)
    for pair in ((x, x), (y, y), (x, y), (y, x), (x, x)):
        assert jnp.array_equal(f(*pair), 2 * x)
    assert count == [True, False]
    assert jnp.array_equal(filter_jit(lambda a, b, n, m: a + b, share=True)(x, x, 1, 1), 2 * x)


def test_equal_numbers_are_not_sharing() -> None:
    f: Any = filter_jit(lambda tree: tree, share=True)
    assert f([1, 1, "a", "a", jnp.ones(2)])[:4] == [1, 1, "a", "a"] and f.trace_count == 1


def test_a_lost_tie_is_said() -> None:
    model = tied(PlainModel)
    with pytest.warns(UserWarning, match=r"embedding\['weight'\] and \.head\['weight'\] are one array"):
        share_through(filter_jit)(lambda m: dataclasses.replace(m, head={"weight": m.head["weight"] * 2}))(model)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        share_through(filter_jit)(lambda m: jax.tree.map(lambda x: x * 2, m, is_leaf=callable))
        share_through(filter_jit)(lambda m: (m.head["weight"] * 2, m.embedding["weight"] * 3))(model)


def test_randomness_and_effects_are_kept_apart() -> None:
    x = jnp.ones(3)

    def noisy(tree: Any) -> Any:
        keys = jax.random.split(jax.random.key(0))
        return {name: leaf + jax.random.normal(key, (3,)) for (name, leaf), key in zip(tree.items(), keys, strict=True)}

    with pytest.warns(UserWarning, match="are no longer shared"):
        out = filter_jit(noisy, share=True)({"a": x, "b": x})
    assert not jnp.array_equal(out["a"], out["b"])


def test_on_several_devices() -> None:
    weight, x = jnp.ones(2), jnp.arange(8.0)

    def gradient(model: Any, x: Any) -> Any:
        return jax.lax.pmean(filter_grad(lambda m: (m["a"] * m["b"] * x).sum())(model), "i")

    mapped = share_through(filter_pmap)(gradient, "i", in_axes=(None, 0), out_axes=None)
    grads = mapped({"a": weight, "b": weight}, x)
    assert grads["a"] is grads["b"] and grads["a"].tolist() == [7.0, 7.0]


def test_transforms_that_are_called_inside() -> None:
    x = jnp.arange(3.0)

    def product(model: Any) -> Any:
        assert model["a"] is model["b"]
        return (model["a"] * model["b"]).sum()

    @filter_jit(share=True)
    def outer(model: Any) -> Any:
        return filter_jit(product)(model), filter_grad(filter_jit(filter_checkpoint(product)))(model)

    value, grads = outer({"a": x, "b": x})
    assert value == 5 and jnp.array_equal(grads["a"], 2 * x)
    assert filter_jit(lambda model: model["a"] is model["b"])({"a": x, "b": x}) is False


def test_stages() -> None:
    x = jnp.arange(3.0)
    f: Any = filter_jit(lambda a, b: (a + b, [b, a]), share=True)
    shape = f.eval_shape(x, x)
    assert shape[0].shape == (3,) and shape[1][0] is shape[1][1]
    for compiled in (f.lower(x, x).compile(), f.trace(x, x).lower().compile(), f.compile(x, x)):
        total, (b, a) = compiled(x, x)
        assert jnp.array_equal(total, 2 * x) and a is b


def test_only_transforms_of_this_package() -> None:
    with pytest.raises(TypeError, match="a transform of this package"):
        share_through(jax.jit)(lambda x: x)


def test_shared_by_structure() -> None:
    """As `share_through`, but for every transform: there is only one leaf."""
    optimizer = optax.adam(0.1)
    losses, params = by_hand(optimizer)
    model = Shared(tied(EquinoxModel), lambda m: m.head["weight"], lambda m: m.embedding["weight"])
    assert len([leaf for leaf in jax.tree.leaves(model) if eqx.is_array(leaf)]) == 2

    @filter_jit(donate="all")
    def step(model: Any, state: Any) -> Any:
        value, grads = filter_value_and_grad(lambda model: loss(model()))(model)
        updates, state = optimizer.update(grads, state)
        return eqx.apply_updates(model, updates), state, value

    model = jax.tree.map(lambda leaf: leaf + 0 if eqx.is_array(leaf) else leaf, model)
    state, found = optimizer.init(filter(model, is_inexact_array)), []
    for _ in range(STEPS):
        model, state, value = step(model, state)
        found.append(float(value))
    np.testing.assert_allclose(found, losses, rtol=1e-5)
    np.testing.assert_allclose(model().head["weight"], params[0], rtol=1e-4, atol=1e-5)
    assert model().head["weight"] is model().embedding["weight"]
    parts = {name: np.float32(value) for value, name in enumerate("abc")}
    several = Shared(parts, lambda t: (t["a"], t["b"]), lambda t: (t["c"], t["c"]))
    assert several() == {"a": 2.0, "b": 2.0, "c": 2.0}
    with pytest.raises(ValueError, match=r"is float32\[6, 4\] in `where`, float32\[4\] in `get`"):
        Shared(tied(EquinoxModel), lambda m: m.head["weight"], lambda m: m.scale)
    with pytest.raises(ValueError, match="must have the same pytree structure"):
        Shared(tied(EquinoxModel), lambda m: m.head, lambda m: m.scale)
    with pytest.raises(ValueError, match=r"leaf `\[1\]` is 2 in `where`, 1 in `get`"):
        Shared([[parts["a"], 1], [parts["b"], 2]], lambda t: t[1], lambda t: t[0])
