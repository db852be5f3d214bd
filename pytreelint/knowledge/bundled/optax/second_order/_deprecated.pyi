# What pytreelint knows of optax.second_order._deprecated (optax 0.2.8); see tools/generate_bundles.py.

from pytreelint.bundled import of

def hvp(*args, **kwargs):
    return of('array:jax:?', declared=True)

def hessian_diag(*args, **kwargs):
    return of('array:jax:inexact')

def fisher_diag(*args, **kwargs):
    return of('array:jax:?')
