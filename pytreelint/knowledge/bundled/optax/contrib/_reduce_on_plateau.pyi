# What pytreelint knows of optax.contrib._reduce_on_plateau (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformationExtraArgs
import jax
import typing
from pytreelint.bundled import made, of, some

class ReduceLROnPlateauState(typing.NamedTuple):
    scale: typing.Any
    best_value: typing.Any
    plateau_count: typing.Any
    cooldown_count: typing.Any
    count: typing.Any
    avg_value: typing.Any

def reduce_on_plateau(factor: float=0.1, patience=10, rtol: float=0.0001, atol: float=0.0, cooldown=0, accumulation_size=1, min_scale=0.0):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(ReduceLROnPlateauState, scale=of('array:jax:?'), best_value=of('array:jax:?'), plateau_count=of('array:jax:integer'), cooldown_count=of('array:jax:integer'), count=of('array:jax:integer'), avg_value=of('array:jax:?'))), update=(lambda updates, state, params=None, *, value, **extra_args: (jax.tree.map((lambda g: of('unknown')), updates), some(ReduceLROnPlateauState))))
