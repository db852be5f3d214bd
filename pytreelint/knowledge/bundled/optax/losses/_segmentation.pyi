# What pytreelint knows of optax.losses._segmentation (optax 0.2.8); see tools/generate_bundles.py.

import chex
from pytreelint.bundled import of

def dice_loss(predictions: chex.Array | float, targets: chex.Array | float, *, class_weights: chex.Array | float | None=None, smooth: chex.Array | float=1.0, alpha: chex.Array | float=0.5, beta: chex.Array | float=0.5, apply_softmax: bool=True, reduction: str='mean', ignore_background: bool=False, axis: chex.Array | float | None=None):
    return (of('array:jax:inexact') if reduction == 'mean' else of('array:jax:?', declared=True))

def multiclass_generalized_dice_loss(predictions: chex.Array | float, targets: chex.Array | float, *, smooth: chex.Array | float=1.0, apply_softmax: bool=True, ignore_background: bool=False):
    return of('array:jax:inexact')

def binary_dice_loss(predictions: chex.Array | float, targets: chex.Array | float, *, smooth: chex.Array | float=1.0, apply_sigmoid: bool=True):
    return of('array:jax:inexact')
