# What pytreelint knows of optax.losses._ranking (optax 0.2.8); see tools/generate_bundles.py.

import chex
import jax
from pytreelint.bundled import of

def ranking_softmax_loss(logits: chex.Array | float, labels: chex.Array | float, *, where: chex.Array | float | None=None, weights: chex.Array | float | None=None, reduce_fn=jax.numpy.mean):
    return of('array:jax:?', declared=True)
