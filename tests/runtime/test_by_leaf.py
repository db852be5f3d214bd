"""Shardings and donation said leaf by leaf, by callables, by keyword and by mask; eight devices."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from jax.sharding import NamedSharding, PartitionSpec

from pytreelint.runtime import (
    combine,
    filter,  # noqa: A004
    filter_eval_shape,
    filter_jit,
    filter_shard,
    filter_value_and_grad,
    is_array,
    is_inexact_array,
    partition,
)

MESH = jax.make_mesh((8,), ("model",), axis_types=(jax.sharding.AxisType.Auto,))
ROWS, COPIES = NamedSharding(MESH, PartitionSpec("model")), NamedSharding(MESH, PartitionSpec())
KEY = jax.random.key(0)


def by_shape(name: str, leaf: Any) -> NamedSharding:
    """Rows over the devices where they can be divided."""
    return ROWS if leaf.ndim and leaf.shape[0] % 8 == 0 else COPIES


def make(key: Any) -> Any:
    return eqx.nn.MLP(16, 3, 64, 2, activation=jnp.tanh, key=key)


def shardings(tree: Any) -> list[Any]:
    return [x.sharding for x in jax.tree.leaves(tree) if isinstance(x, jax.Array)]


def test_a_model_is_made_in_shards_and_trained_there() -> None:
    """No device ever has room for half of it: Equinox issue 1077."""
    optimizer = optax.adam(1e-2)

    def start(key: Any) -> Any:
        model = make(key)
        return model, optimizer.init(filter(model, is_inexact_array))

    @filter_jit(
        in_shardings={"state": by_shape}, out_shardings=(by_shape, None), donate=lambda name, _: "state" in name
    )
    def step(state: Any, x: Any, y: Any) -> Any:
        model, moments = state
        loss = lambda m: jnp.mean((jax.vmap(m)(x) - y) ** 2)  # noqa: E731
        value, grads = filter_value_and_grad(loss)(model)
        updates, moments = optimizer.update(grads, moments)
        return (eqx.apply_updates(model, updates), moments), value

    state = filter_jit(start, out_shardings=by_shape)(KEY)
    whole = start(KEY)
    wanted = [by_shape("", x) for x in jax.tree.leaves(whole) if is_array(x)]
    assert shardings(state) == wanted and wanted.count(ROWS) >= 6
    largest = max(
        sum(
            s.data.nbytes
            for x in jax.tree.leaves(filter(state, is_array))
            for s in x.addressable_shards
            if s.device == device
        )
        for device in jax.devices()
    )
    assert largest < sum(x.nbytes for x in jax.tree.leaves(filter(state, is_array))) / 4
    x, y = jax.random.normal(KEY, (32, 16)), jnp.ones((32, 3))
    plain = filter_jit(step.__wrapped__)
    for _ in range(3):
        before = state
        state, value = step(state, x, y)
        whole, expected = plain(whole, x, y)
        np.testing.assert_allclose(value, expected, rtol=1e-5)
        assert before[0].layers[0].weight.is_deleted() and shardings(state) == wanted
    assert state[0].activation is jnp.tanh and step.trace_count == 1
    assert not x.is_deleted()


def test_names_are_those_of_the_leaves() -> None:
    told: list[str] = []

    def tell(name: str, leaf: Any) -> Any:
        told.append(f"{name}{list(leaf.shape)}")

    tree = {"layers": [{"w": jnp.ones((8, 2)), "act": jnp.tanh}], "n": 3}
    filter_shard(tree, tell)
    assert told == ["layers.0.w[8, 2]"]
    told.clear()

    @filter_jit(in_shardings=tell, out_shardings=tell, donate=lambda name, leaf: tell(f"?{name}", leaf) or False)
    def f(model: Any, x: Any, *, rate: Any) -> Any:
        return {"out": x * rate, "model": model}

    f(tree, jnp.ones(2), rate=jnp.ones(()))
    names = ["model.layers.0.w[8, 2]", "x[2]", "rate[]"]
    assert told == [f"?{name}" for name in names] + [*names, "model.layers.0.w[8, 2]", "out[2]"]
    with pytest.raises(TypeError, match=r"`shardings` answers True for `layers.0.w`"):
        filter_shard(tree, lambda name, leaf: True)


def test_entries_by_keyword_and_by_mask() -> None:
    tree = {"w": jnp.ones((8, 2)), "b": jnp.ones(8), "act": jnp.tanh}
    mask = jax.tree.map(lambda x: ROWS if x.ndim == 2 else None, partition(tree, is_array)[0])
    for spec in ({"tree": mask}, {"tree": mask, "x": None}):
        f = filter_jit(lambda tree, x: (tree["w"] * x, tree["b"]), in_shardings=spec)
        for out in (f(tree, 1.0), f(tree, x=jnp.ones(())), f(x=2.0, tree=tree)):
            assert out[0].sharding == ROWS
    assert filter_shard(tree, mask)["w"].sharding == ROWS and filter_shard(tree, mask)["b"] is tree["b"]
    with pytest.raises(ValueError, match=r"did not correspond to any argument: .*'other'"):
        filter_jit(lambda tree: tree, in_shardings={"other": ROWS})(tree)
    with pytest.raises(ValueError, match="give a dictionary by parameter name"):
        filter_jit(lambda *, tree: tree, in_shardings=(ROWS,))(tree=tree["w"])


def test_a_callable_is_asked_for_each_shape() -> None:
    asked: list[Any] = []

    def place(name: str, leaf: Any) -> Any:
        asked.append(leaf.shape)
        return by_shape(name, leaf)

    f = filter_jit(lambda x: x * 2, out_shardings=place, in_shardings=by_shape)
    for _ in range(2):
        assert f(jnp.ones(16)).sharding == ROWS and f(jnp.ones(3)).sharding == COPIES
    assert asked == [(16,), (3,)] and f.trace_count == 2
    large = filter_jit(lambda x: x * 2, donate=lambda name, leaf: leaf.size > 8)
    x, y = jnp.ones(16), jnp.ones(3)
    for _ in range(2):
        x, y = jnp.ones(16), jnp.ones(3)
        large(x), large(y)
        assert x.is_deleted() and not y.is_deleted()


def test_donation_by_leaf() -> None:
    """Weights are donated, what is frozen is not: Equinox issue 1129."""
    names: list[str] = []

    def trained(name: str, leaf: Any) -> bool:
        names.append(name)
        return name.startswith("model.head")

    @filter_jit(donate=trained)
    def step(model: Any, x: Any) -> Any:
        return {**model, "head": model["head"] + x}

    model = {"encoder": jnp.ones(2), "head": jnp.ones(2), "act": jnp.tanh}
    new = step(model, jnp.ones(2))
    assert model["head"].is_deleted() and not model["encoder"].is_deleted()
    assert names == ["model.encoder", "model.head", "x"] and new["act"] is jnp.tanh
    held = eqx.nn.Linear(2, 2, key=KEY)
    filter_jit(held, donate=lambda name, _: name == "function.bias")(jnp.ones(2))
    assert held.bias.is_deleted() and not held.weight.is_deleted()


def test_sharding_inside_of_a_program() -> None:
    @filter_jit
    def f(tree: Any) -> Any:
        return filter_shard({**tree, "w": tree["w"] + 1}, by_shape)

    tree = {"w": jnp.ones((8, 2)), "name": "tree"}
    assert f(tree)["w"].sharding.is_equivalent_to(ROWS, 2) and f(tree)["name"] == "tree"
    shapes = filter_eval_shape(make, KEY)
    arrays, rest = partition(make(KEY), is_array)
    assert combine(filter_shard(arrays, by_shape), rest).layers[0].weight.sharding == ROWS
    assert filter_jit(make, out_shardings=by_shape).eval_shape(KEY).layers[0].weight.shape
    assert shapes.layers[0].weight.shape == (64, 16)


@pytest.mark.parametrize("where", ["in_shardings", "out_shardings"])
@pytest.mark.parametrize("entry", [ROWS, lambda name, leaf: ROWS])
def test_a_leaf_that_cannot_be_divided_is_named(where: str, entry: Any) -> None:
    tree = {"a": jnp.ones(8), "name": "tree", "b": {"c": jnp.ones(3)}}
    identity = filter_jit(lambda tree: tree, **{where: entry})
    with pytest.raises(ValueError, match="3") as caught:
        identity(tree)
    name = "tree['b']['c']" if where == "in_shardings" else "out.b.c"
    notes = [note for note in caught.value.__notes__ if "does not fit" in note]
    assert notes == [f"`{where}` does not fit `{name}`, float32[3]"]
