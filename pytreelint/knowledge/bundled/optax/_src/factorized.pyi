# What pytreelint knows of optax._src.factorized (optax 0.2.8); see tools/generate_bundles.py.

import chex
import jaxtyping
import typing

class FactoredState(typing.NamedTuple):
    count: chex.Array | float
    v_row: jaxtyping.PyTree[chex.Array | float | None]
    v_col: jaxtyping.PyTree[chex.Array | float | None]
    v: jaxtyping.PyTree[chex.Array | float | None]
