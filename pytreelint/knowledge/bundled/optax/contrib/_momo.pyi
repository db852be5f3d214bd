# What pytreelint knows of optax.contrib._momo (optax 0.2.8); see tools/generate_bundles.py.

import typing

class MomoState(typing.NamedTuple):
    exp_avg: typing.Any
    barf: typing.Any
    gamma: typing.Any
    lb: typing.Any
    count: typing.Any

class MomoAdamState(typing.NamedTuple):
    exp_avg: typing.Any
    exp_avg_sq: typing.Any
    barf: typing.Any
    gamma: typing.Any
    lb: typing.Any
    count: typing.Any
