"""`move`: the value goes on, the old handle is gone."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint.runtime import filter_grad, filter_jit, filter_shard, filter_vmap, is_array, move


@pytest.mark.parametrize(
    "make",
    [
        lambda: jax.random.key(3),
        lambda: jax.random.PRNGKey(3),
        lambda: jnp.arange(5.0),
        lambda: {"w": jnp.ones((2, 3)), "key": jax.random.key(0), "act": jnp.tanh, "n": 3},
        lambda: [jnp.ones(()), jnp.zeros((0,)), jnp.ones(2, bool)],
    ],
    ids=["key", "raw key", "array", "tree", "small"],
)
def test_values_go_on_and_the_old_handles_fail(make: Any) -> None:
    x, expected = make(), make()
    moved = move(x)
    assert jax.tree.structure(moved) == jax.tree.structure(expected)
    for old, new, value in zip(*map(jax.tree.leaves, (x, moved, expected)), strict=True):
        if not is_array(new):
            assert new is value
            continue
        assert new.dtype == value.dtype and jnp.all(new == value) and old.is_deleted()
        with pytest.raises((RuntimeError, ValueError), match="deleted"):  # which, depends on JAX's own fast path
            old + 0 if old.ndim or not jnp.issubdtype(old.dtype, jax.dtypes.prng_key) else jax.random.split(old)
    with pytest.raises(RuntimeError, match="deleted"):
        move(x)


def test_no_memory_is_copied() -> None:
    x = jnp.ones((64, 64))
    address = x.unsafe_buffer_pointer()
    assert move(x).unsafe_buffer_pointer() == address


def test_sharded_arrays_and_shared_ones() -> None:
    mesh = jax.make_mesh((8,), ("i",))
    x = filter_shard(jnp.arange(8.0), jax.NamedSharding(mesh, jax.sharding.PartitionSpec("i")))
    moved = move({"a": x, "b": x})
    assert moved["a"] is moved["b"] and moved["a"].sharding == x.sharding and x.is_deleted()
    assert np.asarray(moved["a"]).tolist() == list(range(8))


def test_without_compilation() -> None:
    with jax.disable_jit():
        x = jnp.ones(3)
        assert move(x).sum() == 3 and x.is_deleted()


@pytest.mark.parametrize("transform", [filter_jit, filter_grad, filter_vmap, jax.jit])
def test_under_a_trace_it_raises(transform: Any) -> None:
    with pytest.raises(TypeError, match=r"cannot make `x\['key'\]` unusable: it is traced"):
        transform(lambda x: move({"key": x})["key"].sum())(jnp.ones(3))


def test_numpy_arrays_cannot_be_moved() -> None:
    with pytest.raises(TypeError, match="NumPy"):
        move([np.ones(3)])
