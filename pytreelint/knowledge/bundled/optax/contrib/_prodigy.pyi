# What pytreelint knows of optax.contrib._prodigy (optax 0.2.8); see tools/generate_bundles.py.

import chex
import typing

class ProdigyState(typing.NamedTuple):
    exp_avg: typing.Any
    exp_avg_sq: typing.Any
    grad_sum: typing.Any
    params0: typing.Any
    estim_lr: chex.Array | float
    numerator_weighted: chex.Array | float
    count: chex.Array | float
