# What pytreelint knows of optax.losses._regression (optax 0.2.8); see tools/generate_bundles.py.

import chex
import typing
from pytreelint.bundled import of

def squared_error(predictions: chex.Array | float, targets: chex.Array | float | None=None):
    return of('array:jax:?', declared=True)

def l2_loss(predictions: chex.Array | float, targets: chex.Array | float | None=None):
    return (of('array:jax:?') if targets is None else of('array:jax:?', declared=True))

def huber_loss(predictions: chex.Array | float, targets: chex.Array | float | None=None, *, delta: chex.Array | float=1.0):
    return of('array:jax:?')

def log_cosh(predictions: chex.Array | float, targets: chex.Array | float | None=None):
    return of('array:jax:?')

def cosine_similarity(predictions: chex.Array | float, targets: chex.Array | float, *, epsilon: chex.Array | float=0.0, axis: int | tuple[int, ...] | None=-1, where: chex.Array | float | None=None):
    return of('array:jax:?', declared=True)

def cosine_distance(predictions: chex.Array | float, targets: chex.Array | float, *, epsilon: chex.Array | float=0.0, axis: int | tuple[int, ...] | None=-1, where: chex.Array | float | None=None):
    return of('array:jax:?', declared=True)
