"""What JAX's own types leave unknown, in one place: everything else here is checked without exceptions."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax.sharding import Mesh, PartitionSpec

everywhere = PartitionSpec()  # type: ignore[no-untyped-call]
device: Any = jax.devices()[0]
mesh: Mesh = jax.make_mesh((1,), ("batch",))
key: jax.Array = jax.random.key(0)


def ones(*shape: int) -> jax.Array:
    return jnp.ones(shape)


def struct(*shape: int) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.float32)  # type: ignore[no-untyped-call]


def pmean(x: jax.Array) -> jax.Array:
    mean: jax.Array = jax.lax.pmean(x, "batch")  # type: ignore[no-untyped-call]
    return mean
