# What pytreelint knows of optax._src.numerics (optax 0.2.8); see tools/generate_bundles.py.

import chex
import typing
from pytreelint.bundled import of

def safe_norm(x: chex.Array | float, min_norm: chex.Array | float, ord: int | float | str | None=None, axis: None | tuple[int, ...] | int=None, keepdims: bool=False):
    return of('array:jax:?')

def safe_root_mean_squares(x: chex.Array | float, min_rms: chex.Array | float):
    return of('array:jax:?')

def safe_increment(count: chex.Array | float):
    return of('array:jax:?')

safe_int32_increment = safe_increment
