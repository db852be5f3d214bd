# What pytreelint knows of optax.contrib._momo (optax 0.2.8); see tools/generate_bundles.py.

import chex
import typing

class MomoState(typing.NamedTuple):
    exp_avg: typing.Any
    barf: chex.Array | float
    gamma: chex.Array | float
    lb: chex.Array | float
    count: chex.Array | float

class MomoAdamState(typing.NamedTuple):
    exp_avg: typing.Any
    exp_avg_sq: typing.Any
    barf: chex.Array | float
    gamma: chex.Array | float
    lb: chex.Array | float
    count: chex.Array | float
