# What pytreelint knows of optax.losses._self_supervised (optax 0.2.8); see tools/generate_bundles.py.

import chex
from pytreelint.bundled import of

def ntxent(embeddings: chex.Array | float, labels: chex.Array | float, temperature: chex.Array | float=0.07):
    return of('array:jax:inexact')

def triplet_margin_loss(anchors: chex.Array | float, positives: chex.Array | float, negatives: chex.Array | float, axis: int=-1, norm_degree: chex.Array | float=2, margin: chex.Array | float=1.0, eps: chex.Array | float=1e-06):
    return of('array:jax:?')
