# What pytreelint knows of optax.losses._ranking (optax 0.2.8); see tools/generate_bundles.py.

import jax
from pytreelint.bundled import of, one

def ranking_softmax_loss(logits, labels, *, where=None, weights=None, reduce_fn=jax.numpy.mean):
    return one(of('array:jax:?'), of('unknown'))
