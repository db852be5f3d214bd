# What pytreelint knows of optax._src.linear_algebra (optax 0.2.8); see tools/generate_bundles.py.

import chex
import jax
from pytreelint.bundled import of, one

def power_iteration(matrix, *, v0=None, num_iters: chex.Array | float=100, error_tolerance: chex.Array | float=1e-06, precision=jax.lax.Precision.HIGHEST, key: jax.Array | None=None):
    return (of('array:jax:inexact'), (of('array:jax:?') if v0 is None else one(of('unknown'), of('array:jax:?'))))

def matrix_inverse_pth_root(matrix: chex.Array | float, p: chex.Array | float, num_iters: chex.Array | float=100, ridge_epsilon: chex.Array | float=1e-06, error_tolerance: chex.Array | float=1e-06, precision=jax.lax.Precision.HIGHEST):
    return (of('array:jax:?'), one(0, of('array:jax:inexact')))

def nnls(A: jax.Array, b: jax.Array, iters: int, unroll: int | bool=1, L: chex.Array | float | None=None):
    return of('array:jax:?')
