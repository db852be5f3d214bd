# What pytreelint knows of zodiax.diffops (zodiax 0.5.0); see tools/generate_bundles.py.

import functools
import jax
from pytreelint.bundled import of

def jacobian(f, x, nbatches: int=1, jit: bool=True, checkpoint: bool=False):
    return (of('array:jax:?', declared=True), functools.partial(jax.flatten_util.ravel_pytree.unravel, of('unknown')))

def hessian(f, x, nbatches: int=1, jit: bool=True, checkpoint: bool=False):
    return (of('array:jax:?', declared=True), functools.partial(jax.flatten_util.ravel_pytree.unravel, of('unknown')))

def hessian_to_pytree(H: jax.Array, x):
    return of('unknown')
