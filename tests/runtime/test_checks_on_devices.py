"""`error_if` in programs of several devices, where an error on one of them would leave the others waiting for it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax.sharding import AxisType, NamedSharding, PartitionSpec

from pytreelint.runtime import (
    CheckFailedError,
    error_if,
    filter_cond,
    filter_fori_loop,
    filter_grad,
    filter_jit,
    filter_map,
    filter_pmap,
    filter_scan,
    filter_shard_map,
    filter_vmap,
)

MESH = jax.make_mesh((8,), ("x",), axis_types=(AxisType.Auto,))
SPEC = PartitionSpec("x")
SHARDED = NamedSharding(MESH, SPEC)
REPLICATED = NamedSharding(MESH, PartitionSpec())
GOOD, BAD = jnp.zeros(8), jnp.arange(8.0)

jitted_raw = jax.jit(lambda x: small(x) * 2)


def small(x: Any) -> Any:
    return error_if(x, x > 6, "must be small")


def mapped(fun: Any, **options: Any) -> Any:
    return filter_shard_map(fun, mesh=MESH, in_specs=SPEC, **options)


def total(x: Any) -> Any:
    return jax.lax.psum(small(x).sum(), "x")


def loss(x: Any) -> Any:
    return (small(x) ** 2).sum()


@pytest.mark.parametrize(
    "fun",
    [
        filter_jit(small),
        filter_jit(lambda x: small(x).sum()),
        filter_jit(lambda x: {"y": filter_jit(small)(x) + 1, "name": "y"}),
        filter_jit(lambda x: jitted_raw(x) + 1),
        filter_jit(lambda x: jitted_raw(x) + 2),  # JAX knows the trace of the inner function already
        filter_jit(small, out_shardings=REPLICATED),
        filter_jit(small, donate="all"),
        filter_jit(filter_vmap(small)),
        filter_jit(filter_grad(loss)),
        filter_jit(lambda x: filter_scan(lambda c, x: (c + small(x), None), 0.0, x)[0]),
        filter_jit(lambda x: filter_cond(x.max() > 0, small, lambda x: x, x)),
        filter_jit(mapped(total, out_specs=PartitionSpec())),
        filter_jit(mapped(lambda x: jax.lax.pmean(filter_grad(loss)(x), "x"), out_specs=PartitionSpec())),
        filter_jit(mapped(total, out_specs=PartitionSpec(), check_vma=True)),
        filter_jit(mapped(total, out_specs=PartitionSpec(), check_vma=False)),
        mapped(total, out_specs=PartitionSpec()),
        filter_pmap(lambda x: jax.lax.psum(small(x), "i"), "i"),
        filter_pmap(lambda x: jax.lax.pmean(filter_grad(loss)(x), "i"), "i", donate="all"),
        lambda x: small(x),
        filter_vmap(small),
        lambda x: filter_scan(lambda c, x: (c + small(x), None), 0.0, x)[0],
        lambda x: filter_cond(x.max() > 0, small, lambda x: x, x),
        lambda x: filter_map(small, x),
        lambda x: filter_fori_loop(0, 2, lambda i, x: small(x) + i, x),
        filter_jit(small).compile(jax.device_put(GOOD, SHARDED)),
    ],
)
def test_the_call_raises(fun: Any) -> None:
    for _ in range(2):
        with pytest.raises(CheckFailedError, match=r"^must be small"):
            fun(jax.device_put(BAD, SHARDED))
        jax.block_until_ready(fun(jax.device_put(GOOD, SHARDED)))


def test_one_program_on_one_device_and_on_several() -> None:
    fun = filter_jit(lambda x: small(x) * 2)
    for _ in range(2):
        for bad, good in ((BAD, GOOD), (jax.device_put(BAD, SHARDED), jax.device_put(GOOD, SHARDED))):
            with pytest.raises(CheckFailedError, match="must be small"):
                fun(bad)
            assert fun(good).sum() == 0


def test_each_program_raises_its_own_error() -> None:
    """In eight threads; those whose values are good give what they should."""
    arrays = [jax.device_put(jnp.full(8, float(i)), SHARDED) for i in range(8)]
    steps = [filter_jit(lambda x, i=i: error_if(x, x > 3, f"program {i}").sum()) for i in range(8)]

    def call(i: int) -> Any:
        try:
            return float(steps[i](arrays[i]))
        except CheckFailedError as error:
            return str(error)

    with ThreadPoolExecutor(8) as threads:
        for _ in range(5):
            found = [*threads.map(call, range(8))]
            assert found == [0.0, 8.0, 16.0, 24.0, *(f"program {i}" for i in range(4, 8))]
