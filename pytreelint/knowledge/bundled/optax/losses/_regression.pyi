# What pytreelint knows of optax.losses._regression (optax 0.2.8); see tools/generate_bundles.py.

import typing
from pytreelint.bundled import of

def squared_error(predictions, targets=None):
    return of('array:jax:?', declared=True)

def l2_loss(predictions, targets=None):
    return of('array:jax:?')

def huber_loss(predictions, targets=None, *, delta=1.0):
    return of('array:jax:?', declared=True)

def log_cosh(predictions, targets=None):
    return of('array:jax:?')

def cosine_similarity(predictions, targets, *, epsilon=0.0, axis: int | tuple[int, ...] | None=-1, where=None):
    return of('array:jax:?', declared=True)

def cosine_distance(predictions, targets, *, epsilon=0.0, axis: int | tuple[int, ...] | None=-1, where=None):
    return of('array:jax:?')
