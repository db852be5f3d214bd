# What pytreelint knows of optax._src.factorized (optax 0.2.8); see tools/generate_bundles.py.

import chex
import typing

class FactoredState(typing.NamedTuple):
    count: chex.Array | float
    v_row: typing.Any
    v_col: typing.Any
    v: typing.Any
