# What pytreelint knows of zodiax.optimisation (zodiax 0.5.0); see tools/generate_bundles.py.

import jax
import typing
from pytreelint.bundled import of

Params = str | list[str] | tuple[str]

def debug_nan_check(grads):
    return grads

def zero_nan_check(grads):
    return jax.tree.map((lambda x: of('array:jax:?')), grads)

def map_optimisers(params: dict[typing.Any, typing.Any], optimisers: dict[typing.Any, typing.Any], strict: bool=False):
    return (of('unknown'), of('unknown'))

def delay(lr: float, start: int, length: int=1):
    return of('function:optax.Schedule')

def decompose(matrix: jax.Array, hermitian: bool=True, normalise: bool=False):
    return (of('array:jax:inexact'), of('array:jax:inexact'))

def eigen_projection(fmat: jax.Array=None, cov: jax.Array=None):
    return of('array:jax:inexact')
