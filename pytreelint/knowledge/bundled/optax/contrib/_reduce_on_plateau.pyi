# What pytreelint knows of optax.contrib._reduce_on_plateau (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformationExtraArgs
import chex
import jax
import typing
from pytreelint.bundled import made, of, one, some

class ReduceLROnPlateauState(typing.NamedTuple):
    scale: chex.Array | float
    best_value: chex.Array | float
    plateau_count: chex.Array | float
    cooldown_count: chex.Array | float
    count: chex.Array | float
    avg_value: chex.Array | float

def reduce_on_plateau(factor: float=0.1, patience: chex.Array | float=10, rtol: float=0.0001, atol: float=0.0, cooldown: chex.Array | float=0, accumulation_size: chex.Array | float=1, min_scale: chex.Array | float=0.0):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(ReduceLROnPlateauState, scale=of('array:jax:?'), best_value=of('array:jax:?'), plateau_count=of('array:jax:integer'), cooldown_count=of('array:jax:integer'), count=of('array:jax:integer'), avg_value=of('array:jax:?'))), update=(lambda updates, state, params=None, *, value, **extra_args: (jax.tree.map((lambda g: one(of('unknown'), of('array:jax:?'))), updates), some(ReduceLROnPlateauState))))
