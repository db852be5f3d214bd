# What pytreelint knows of optax.contrib._mechanic (optax 0.2.8); see tools/generate_bundles.py.

import chex
import jaxtyping
import typing

class MechanicState(typing.NamedTuple):
    base_optimizer_state: jaxtyping.PyTree[chex.Array | float | None]
    count: chex.Array | float
    r: chex.Array | float
    m: chex.Array | float
    v: chex.Array | float
    s: chex.Array | float
    x0: jaxtyping.PyTree[chex.Array | float | None]
