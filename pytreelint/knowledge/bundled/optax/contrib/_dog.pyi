# What pytreelint knows of optax.contrib._dog (optax 0.2.8); see tools/generate_bundles.py.

import jax
import typing

class DoGState(typing.NamedTuple):
    is_init_step: jax.Array
    init_params: typing.Any
    max_dist: jax.Array
    sum_sq_norm_grads: jax.Array

class DoWGState(typing.NamedTuple):
    init_params: typing.Any
    weighted_sq_norm_grads: jax.Array
    estim_sq_dist: jax.Array
