# What pytreelint knows of optax.contrib._dadapt_adamw (optax 0.2.8); see tools/generate_bundles.py.

import chex
import typing

class DAdaptAdamWState(typing.NamedTuple):
    exp_avg: typing.Any
    exp_avg_sq: typing.Any
    grad_sum: typing.Any
    estim_lr: chex.Array | float
    numerator_weighted: chex.Array | float
    count: chex.Array | float
