# What pytreelint knows of optax.contrib._momo (optax 0.2.8); see tools/generate_bundles.py.

import chex
import jaxtyping
import typing

class MomoState(typing.NamedTuple):
    exp_avg: jaxtyping.PyTree[chex.Array | float | None]
    barf: chex.Array | float
    gamma: chex.Array | float
    lb: chex.Array | float
    count: chex.Array | float

class MomoAdamState(typing.NamedTuple):
    exp_avg: jaxtyping.PyTree[chex.Array | float | None]
    exp_avg_sq: jaxtyping.PyTree[chex.Array | float | None]
    barf: chex.Array | float
    gamma: chex.Array | float
    lb: chex.Array | float
    count: chex.Array | float
