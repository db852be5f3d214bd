# What pytreelint knows of optax.losses._self_supervised (optax 0.2.8); see tools/generate_bundles.py.

from pytreelint.bundled import of

def ntxent(embeddings, labels, temperature=0.07):
    return of('array:jax:inexact')

def triplet_margin_loss(anchors, positives, negatives, axis: int=-1, norm_degree=2, margin=1.0, eps=1e-06):
    return of('array:jax:?')
