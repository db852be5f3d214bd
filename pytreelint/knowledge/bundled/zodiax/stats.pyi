# What pytreelint knows of zodiax.stats (zodiax 0.5.0); see tools/generate_bundles.py.

import jax
from pytreelint.bundled import of

def z_score(x: jax.Array, mean: jax.Array, std: jax.Array):
    return of('array:jax:?', declared=True)

def mv_z_score(x: jax.Array, mean: jax.Array, cov: jax.Array):
    return of('array:jax:?', declared=True)

def loglike(x: jax.Array, mean: jax.Array, std: jax.Array):
    return of('array:jax:?')

def mv_loglike(x: jax.Array, mean: jax.Array, cov: jax.Array):
    return of('array:jax:?')

def chi2(x: jax.Array, mean: jax.Array, std: jax.Array):
    return of('array:jax:?')

def chi2r(x: jax.Array, mean: jax.Array, std: jax.Array, ddof: int):
    return of('array:jax:?', declared=True)

def chi2r_from_z(z_score: jax.Array, ddof: int):
    return of('array:jax:?', declared=True)

def ddof(params: jax.Array, data: jax.Array):
    return of('int')

def check_symmetric(mat: jax.Array):
    return of('array:jax:?')

def check_positive_semi_definite(mat: jax.Array):
    return of('array:jax:bool')

def gauss_hessian(J: jax.Array, cov: jax.Array=None):
    return of('array:jax:?', declared=True)

def calc_entropy(cov: jax.Array):
    return of('array:jax:inexact')
