# What pytreelint knows of optax.losses._segmentation (optax 0.2.8); see tools/generate_bundles.py.

from pytreelint.bundled import of

def dice_loss(predictions, targets, *, class_weights=None, smooth=1.0, alpha=0.5, beta=0.5, apply_softmax: bool=True, reduction: str='mean', ignore_background: bool=False, axis=None):
    return (of('array:jax:inexact') if reduction == 'mean' else of('array:jax:?', declared=True))

def multiclass_generalized_dice_loss(predictions, targets, *, smooth=1.0, apply_softmax: bool=True, ignore_background: bool=False):
    return of('array:jax:inexact')

def binary_dice_loss(predictions, targets, *, smooth=1.0, apply_sigmoid: bool=True):
    return of('array:jax:inexact')
