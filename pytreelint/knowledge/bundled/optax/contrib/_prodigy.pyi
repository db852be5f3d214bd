# What pytreelint knows of optax.contrib._prodigy (optax 0.2.8); see tools/generate_bundles.py.

import chex
import jaxtyping
import typing

class ProdigyState(typing.NamedTuple):
    exp_avg: jaxtyping.PyTree[chex.Array | float | None]
    exp_avg_sq: jaxtyping.PyTree[chex.Array | float | None]
    grad_sum: jaxtyping.PyTree[chex.Array | float | None]
    params0: jaxtyping.PyTree[chex.Array | float | None]
    estim_lr: chex.Array | float
    numerator_weighted: chex.Array | float
    count: chex.Array | float
