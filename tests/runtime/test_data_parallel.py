"""The data-parallel recipes of the field, on eight devices, against raw JAX on one.

The models are written thrice: as an Equinox module, with flax.struct and as a plain dataclass.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from pytreelint.runtime import (
    combine,
    filter,  # noqa: A004
    filter_grad,
    filter_jit,
    filter_pmap,
    filter_shard,
    filter_shard_map,
    filter_value_and_grad,
    is_inexact_array,
    partition,
)

N, STEPS = 8, 4
P = jax.sharding.PartitionSpec
KEYS = jax.random.split(jax.random.key(0), 4)
X = jax.random.normal(KEYS[0], (N, 4, 3))
Y = jnp.sin(X.sum(-1))
HIDDEN = jax.random.normal(KEYS[1], (5, 3)) / 2
OUT = jax.random.normal(KEYS[2], (5,)) / 2
OPTIMIZER = optax.adam(0.05)


class EquinoxModel(eqx.Module):
    hidden: Any
    out: Any
    activation: Any
    name: str = "equinox"


@flax.struct.dataclass
class FlaxModel:
    hidden: Any
    out: Any
    activation: Any
    name: str = flax.struct.field(pytree_node=False, default="flax")


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class PlainModel:
    hidden: Any
    out: Any
    activation: Any
    name: Any = "plain"


KINDS: tuple[Any, ...] = (EquinoxModel, FlaxModel, PlainModel)
MODELS = [kind(HIDDEN, OUT, jnp.tanh) for kind in KINDS]


def loss(model: Any, x: Any, y: Any) -> Any:
    return jnp.mean((model.activation(x @ model.hidden.T) @ model.out - y) ** 2)


def by_hand() -> tuple[list[float], Any]:
    """Raw JAX on one device with the whole batch."""

    def raw_loss(params: Any) -> Any:
        return jnp.mean((jnp.tanh(X.reshape(-1, 3) @ params[0].T) @ params[1] - Y.reshape(-1)) ** 2)

    @jax.jit
    def step(params: Any, state: Any) -> Any:
        value, grads = jax.value_and_grad(raw_loss)(params)
        updates, state = OPTIMIZER.update(grads, state)
        return optax.apply_updates(params, updates), state, value

    params, losses = (HIDDEN, OUT), []
    state = OPTIMIZER.init(params)
    for _ in range(STEPS):
        params, state, value = step(params, state)
        losses.append(float(value))
    return losses, params


LOSSES, PARAMS = by_hand()


def update(model: Any, state: Any, grads: Any) -> tuple[Any, Any]:
    trained, rest = partition(model, is_inexact_array)
    updates, state = OPTIMIZER.update(grads, state, trained)
    return combine(optax.apply_updates(trained, updates), rest), state


def assert_trained(model: Any, losses: list[Any], kind: Any) -> None:
    np.testing.assert_allclose([float(value) for value in losses], LOSSES, rtol=1e-4)
    np.testing.assert_allclose(model.hidden, PARAMS[0], rtol=1e-3, atol=1e-5)
    np.testing.assert_allclose(model.out, PARAMS[1], rtol=1e-3, atol=1e-5)
    assert type(model) is type(kind) and model.activation is jnp.tanh and model.name == kind.name


def begin(model: Any) -> Any:
    return OPTIMIZER.init(filter(model, is_inexact_array))


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("donate", ["none", "all"])
def test_everything_inside(kind: Any, donate: Any) -> None:
    """Replicate the model, split the batch, average the gradients inside, return model and optimizer state."""

    def step(model: Any, state: Any, x: Any, y: Any) -> Any:
        value, grads = jax.lax.pmean(filter_value_and_grad(loss)(model, x, y), "batch")
        return *update(model, state, grads), value

    mapped = filter_pmap(step, "batch", in_axes=(None, None, 0, 0), out_axes=None, donate=donate)
    model, losses = jax.tree.map(lambda leaf: leaf + 0 if eqx.is_array(leaf) else leaf, kind), []
    state = begin(model)
    for _ in range(STEPS):
        model, state, value = mapped(model, state, X + 0, Y + 0)
        losses.append(value)
    assert_trained(model, losses, kind)


@pytest.mark.parametrize("kind", MODELS)
def test_a_stack_of_replicas(kind: Any) -> None:
    """The older habit: the replicas are stacked along axis 0, in and out."""

    def step(model: Any, state: Any, x: Any, y: Any) -> Any:
        value, grads = jax.lax.pmean(filter_value_and_grad(loss)(model, x, y), "batch")
        return *update(model, state, grads), value

    def stacked(tree: Any) -> Any:
        return jax.tree.map(lambda leaf: jnp.stack([leaf] * N) if eqx.is_array(leaf) else leaf, tree)

    mapped = filter_pmap(step, axis_name="batch")
    model, state, losses = stacked(kind), stacked(begin(kind)), []
    for _ in range(STEPS):
        model, state, value = mapped(model, state, X, Y)
        losses.append(value[0])
    assert model.hidden.shape == (N, 5, 3)
    assert_trained(jax.tree.map(lambda leaf: leaf[0] if eqx.is_array(leaf) else leaf, model), losses, kind)


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("device", [None, 0, 5])
def test_gradients_only(kind: Any, device: int | None) -> None:
    """Map the gradients only, update on one device, broadcast the model with the next call."""

    def gradients(model: Any, x: Any, y: Any) -> Any:
        return jax.lax.pmean(filter_value_and_grad(loss)(model, x, y), "batch")

    mapped = filter_pmap(gradients, "batch", in_axes=(None, 0, 0), out_axes=None)
    one = None if device is None else jax.devices()[device]
    model, losses = filter_shard(kind, one), []
    state = begin(model)
    for _ in range(STEPS):
        value, grads = mapped(model, X, Y)
        model, state = filter_jit(update)(model, state, filter_shard(grads, one))
        losses.append(value)
    assert one is None or model.hidden.devices() == {one}
    assert_trained(model, losses, kind)


@pytest.mark.parametrize("kind", MODELS)
def test_gradients_of_each_device_are_averaged_outside(kind: Any) -> None:
    mapped = filter_pmap(filter_grad(loss), in_axes=(None, 0, 0))
    model = kind
    state = begin(model)
    for _ in range(STEPS):
        grads = jax.tree.map(lambda leaf: leaf.mean(0), mapped(model, X, Y))
        model, state = update(model, state, grads)
    assert_trained(model, LOSSES, kind)


@pytest.mark.parametrize("kind", MODELS)
def test_with_shard_map(kind: Any) -> None:
    mesh = jax.make_mesh((N,), ("batch",))

    def step(model: Any, state: Any, x: Any, y: Any) -> Any:
        value, grads = jax.lax.pmean(filter_value_and_grad(loss)(model, x[0], y[0]), "batch")
        return *update(model, state, grads), value

    specs = (P(), P(), P("batch"), P("batch"))
    mapped = filter_jit(filter_shard_map(step, mesh=mesh, in_specs=specs, out_specs=P()), donate="all-except-first")
    model, state, losses = kind, begin(kind), []
    for _ in range(STEPS):
        model, state, value = mapped(model, state, X + 0, Y + 0)
        losses.append(value)
    assert_trained(model, losses, kind)


@pytest.mark.parametrize("kind", MODELS)
def test_with_shardings_alone(kind: Any) -> None:
    """filter_jit with a sharded batch and a replicated model: the compiler finds the mean of the gradients."""
    mesh = jax.sharding.Mesh(np.array(jax.devices()), ("batch",))
    x, y = filter_shard((X.reshape(-1, 3), Y.reshape(-1)), jax.NamedSharding(mesh, P("batch")))

    @filter_jit
    def step(model: Any, state: Any, x: Any, y: Any) -> Any:
        value, grads = filter_value_and_grad(loss)(model, x, y)
        return *update(model, state, grads), value

    model, state = filter_shard((kind, begin(kind)), jax.NamedSharding(mesh, P()))
    losses = []
    for _ in range(STEPS):
        model, state, value = step(model, state, x, y)
        losses.append(value)
    assert len(model.hidden.devices()) == N
    assert_trained(model, losses, kind)
