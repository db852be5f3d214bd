# What pytreelint knows of optax.losses._smoothing (optax 0.2.8); see tools/generate_bundles.py.

import typing
from pytreelint.bundled import of

def smooth_labels(labels, alpha, *, axis: int | tuple[int, ...] | None=-1, where=None):
    return of('array:jax:?', declared=True)
