# What pytreelint knows of zodiax.diffops (zodiax 0.5.0); see tools/generate_bundles.py.

import jax
from pytreelint.bundled import of, one

def jacobian(f, x, nbatches: int=1, jit: bool=True, checkpoint: bool=False):
    return (one(of('unknown'), of('array:jax:?')), of('function'))

def hessian(f, x, nbatches: int=1, jit: bool=True, checkpoint: bool=False):
    return (one(of('unknown'), of('array:jax:?')), of('function'))

def hessian_to_pytree(H: jax.Array, x):
    return of('unknown')
