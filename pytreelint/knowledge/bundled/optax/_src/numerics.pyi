# What pytreelint knows of optax._src.numerics (optax 0.2.8); see tools/generate_bundles.py.

import typing
from pytreelint.bundled import of

def safe_norm(x, min_norm, ord: int | float | str | None=None, axis: None | tuple[int, ...] | int=None, keepdims: bool=False):
    return of('array:jax:?')

def safe_root_mean_squares(x, min_rms):
    return of('array:jax:?')

def safe_increment(count):
    return of('array:jax:?')

safe_int32_increment = safe_increment
