# What pytreelint knows of optax.contrib._mechanic (optax 0.2.8); see tools/generate_bundles.py.

import typing

class MechanicState(typing.NamedTuple):
    base_optimizer_state: typing.Any
    count: typing.Any
    r: typing.Any
    m: typing.Any
    v: typing.Any
    s: typing.Any
    x0: typing.Any
