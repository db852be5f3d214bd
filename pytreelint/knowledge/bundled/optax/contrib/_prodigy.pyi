# What pytreelint knows of optax.contrib._prodigy (optax 0.2.8); see tools/generate_bundles.py.

import typing

class ProdigyState(typing.NamedTuple):
    exp_avg: typing.Any
    exp_avg_sq: typing.Any
    grad_sum: typing.Any
    params0: typing.Any
    estim_lr: typing.Any
    numerator_weighted: typing.Any
    count: typing.Any
