# What pytreelint knows of optax.losses._classification (optax 0.2.8); see tools/generate_bundles.py.

import chex
import typing
from pytreelint.bundled import of

def sigmoid_binary_cross_entropy(logits, labels):
    return of('array:jax:inexact')

def hinge_loss(predictor_outputs: chex.Array | float, targets: chex.Array | float):
    return of('array:jax:?')

def perceptron_loss(predictor_outputs: chex.Array | float, targets: chex.Array | float):
    return of('array:jax:?')

def sparsemax_loss(logits: chex.Array | float, labels: chex.Array | float):
    return of('array:jax:inexact')

def safe_softmax_cross_entropy(logits: chex.Array | float, labels: chex.Array | float):
    return of('array:jax:?')

def softmax_cross_entropy(logits: chex.Array | float, labels: chex.Array | float, axis: int | tuple[int, ...] | None=-1, where: chex.Array | float | None=None):
    return of('array:jax:?', declared=True)

def softmax_cross_entropy_with_integer_labels(logits: chex.Array | float, labels: chex.Array | float, axis: int | tuple[int, ...]=-1, where: chex.Array | float | None=None):
    return (of('array:jax:inexact') if where is None else of('array:jax:?'))

def multiclass_hinge_loss(scores: chex.Array | float, labels: chex.Array | float):
    return of('array:jax:?')

def multiclass_perceptron_loss(scores: chex.Array | float, labels: chex.Array | float):
    return of('array:jax:?')

def poly_loss_cross_entropy(logits: chex.Array | float, labels: chex.Array | float, *, epsilon: chex.Array | float=2.0, axis: int | tuple[int, ...] | None=-1, where: chex.Array | float | None=None):
    return of('array:jax:?', declared=True)

def kl_divergence(log_predictions: chex.Array | float, targets: chex.Array | float, axis: int | tuple[int, ...] | None=-1, where: chex.Array | float | None=None):
    return of('array:jax:?')

def kl_divergence_with_log_targets(log_predictions: chex.Array | float, log_targets: chex.Array | float, axis: int | tuple[int, ...] | None=-1, where: chex.Array | float | None=None):
    return of('array:jax:?')

def generalized_kl_divergence(log_predictions: chex.Array | float, targets: chex.Array | float, axis: int | tuple[int, ...] | None=-1, where: chex.Array | float | None=None):
    return of('array:jax:?')

def convex_kl_divergence(*args, **kwargs):
    return of('array:jax:inexact')

def ctc_loss_with_forward_probs(logits: chex.Array | float, logit_paddings: chex.Array | float, labels: chex.Array | float, label_paddings: chex.Array | float, *, blank_id: int=0, log_epsilon: chex.Array | float=-100000.0):
    return (of('array:jax:inexact'), of('array:jax:?'), of('array:jax:?'))

def ctc_loss(logits: chex.Array | float, logit_paddings: chex.Array | float, labels: chex.Array | float, label_paddings: chex.Array | float, *, blank_id: int=0, log_epsilon: chex.Array | float=-100000.0):
    return of('array:jax:inexact')

def sigmoid_focal_loss(logits: chex.Array | float, labels: chex.Array | float, *, alpha: chex.Array | float | None=None, gamma: chex.Array | float=2.0):
    return of('array:jax:inexact')

def multiclass_sparsemax_loss(scores: chex.Array | float, labels: chex.Array | float):
    return of('array:jax:?')
