# What pytreelint knows of optax.contrib._dog (optax 0.2.8); see tools/generate_bundles.py.

import chex
import jax
import jaxtyping
import typing

class DoGState(typing.NamedTuple):
    is_init_step: jax.Array
    init_params: jaxtyping.PyTree[chex.Array | float | None]
    max_dist: jax.Array
    sum_sq_norm_grads: jax.Array

class DoWGState(typing.NamedTuple):
    init_params: jaxtyping.PyTree[chex.Array | float | None]
    weighted_sq_norm_grads: jax.Array
    estim_sq_dist: jax.Array
