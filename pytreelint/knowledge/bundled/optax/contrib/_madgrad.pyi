# What pytreelint knows of optax.contrib._madgrad (optax 0.2.8); see tools/generate_bundles.py.

import jax
import typing

class MadgradState(typing.NamedTuple):
    count: jax.Array
    grad_sum_sq: typing.Any
    s: typing.Any
    x0: typing.Any
