"""Frozen arrays, by mark and by name, as gradients and optimizers see them."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from pytreelint.runtime import (
    Frozen,
    combine,
    filter,  # noqa: A004
    filter_grad,
    freeze,
    is_trainable,
    partition,
    unwrap,
)


@flax.struct.dataclass
class Flax:
    scale: Any
    weight: Any
    act: Any = flax.struct.field(pytree_node=False, default=jnp.tanh)


class Equinox(eqx.Module):
    scale: Any
    weight: Any
    act: Any = jnp.tanh


def loss(model: Any, x: Any) -> Any:
    model = unwrap(model)
    return (model.act(model.weight * x) * model.scale).sum()


@pytest.mark.parametrize("cls", [Flax, Equinox])
def test_frozen_has_no_gradient_no_optimizer_state_and_no_weight_decay(cls: Any) -> None:
    model = cls(Frozen(jnp.full(2, 3.0)), jnp.ones(2))
    optimizer = optax.adamw(0.1, weight_decay=0.5)
    state = optimizer.init(filter(model, is_trainable))
    assert [x.shape for x in jax.tree.leaves(state[0].mu)] == [(2,)]
    for _ in range(3):
        gradient = filter_grad(loss)(model, jnp.ones(2))
        assert gradient.scale.value is None
        updates, state = optimizer.update(gradient, state, filter(model, is_trainable))
        trainable, rest = partition(model, is_trainable)
        model = combine(optax.apply_updates(trainable, updates), rest)
    assert model.scale.value.tolist() == [3.0, 3.0]
    assert not np.allclose(model.weight, 1.0)


def test_frozen_is_traced_and_keeps_its_array() -> None:
    array = jnp.ones(2)
    model = {"w": Frozen(array)}
    assert unwrap(model)["w"] is array
    assert jax.jit(lambda m: unwrap(m)["w"] * 2)(model).tolist() == [2.0, 2.0]
    paths = [jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_flatten_with_path(model)[0]]
    assert paths == ["['w'].value"]


def test_marks_around_subtrees_and_inside_marks() -> None:
    model = {"a": Frozen({"x": jnp.ones(2), "y": Frozen(jnp.ones(2))}), "b": jnp.ones(2)}
    plain = unwrap(model)
    assert sorted(plain["a"]) == ["x", "y"] and plain["a"]["y"].tolist() == [1.0, 1.0]
    kept = filter(model, is_trainable)
    assert len(jax.tree.leaves(kept)) == 1
    gradient = filter_grad(lambda m: sum(x.sum() for x in jax.tree.leaves(m)))(model)
    assert len(jax.tree.leaves(gradient)) == 1 and gradient["b"].tolist() == [1.0, 1.0]


def test_a_mark_wins_over_a_filter_spec() -> None:
    gradient = filter_grad(lambda m: unwrap(m)["w"].sum(), filter_spec=True)({"w": Frozen(jnp.ones(2))})
    assert gradient["w"].value is None


@pytest.mark.parametrize(
    ("names", "trained"),
    [
        (("layers.0",), {"layers.1.weight", "layers.1.bias"}),
        (("*.bias",), {"layers.0.weight", "layers.1.weight"}),
        (("layers.0.weight", "layers.1.*"), {"layers.0.bias"}),
        (("layers",), set()),
        ((), {"layers.0.weight", "layers.0.bias", "layers.1.weight", "layers.1.bias"}),
    ],
)
def test_freeze_by_name(names: tuple[str, ...], trained: set[str]) -> None:
    model = eqx.nn.MLP(2, 1, 3, 1, key=jax.random.key(0))
    gradient = filter_grad(lambda m: m(jnp.ones(2)).sum(), filter_spec=freeze(*names))(model)
    found = jax.tree_util.tree_flatten_with_path(gradient)[0]
    assert {jax.tree_util.keystr(path, simple=True, separator=".") for path, _ in found} == trained
    assert jax.tree.structure(filter(model, freeze(*names))) == jax.tree.structure(gradient)


def test_a_name_that_fits_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"freeze\('encodr'\) fits no leaf of the tree; its leaves are encoder\.w"):
        filter({"encoder": {"w": jnp.ones(1)}}, freeze("encodr"))


def test_tests_have_values() -> None:
    assert freeze("a") == freeze("a") and hash(freeze("a")) == hash(freeze("a")) and freeze("a") != freeze("b")
    assert is_trainable(jnp.ones(1)) and not is_trainable(jnp.arange(1)) and not is_trainable(1.0)
    assert (repr(freeze("a", "b")), repr(is_trainable), repr(Frozen(1))) == (
        "freeze('a', 'b')",
        "is_trainable",
        "Frozen(1)",
    )
