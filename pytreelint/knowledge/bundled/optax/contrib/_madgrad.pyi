# What pytreelint knows of optax.contrib._madgrad (optax 0.2.8); see tools/generate_bundles.py.

import chex
import jax
import jaxtyping
import typing

class MadgradState(typing.NamedTuple):
    count: jax.Array
    grad_sum_sq: jaxtyping.PyTree[chex.Array | float | None]
    s: jaxtyping.PyTree[chex.Array | float | None]
    x0: jaxtyping.PyTree[chex.Array | float | None]
