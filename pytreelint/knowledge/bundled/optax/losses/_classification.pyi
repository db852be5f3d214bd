# What pytreelint knows of optax.losses._classification (optax 0.2.8); see tools/generate_bundles.py.

import typing
from pytreelint.bundled import of

def sigmoid_binary_cross_entropy(logits, labels):
    return of('array:jax:inexact')

def hinge_loss(predictor_outputs, targets):
    return of('array:jax:?')

def perceptron_loss(predictor_outputs, targets):
    return of('array:jax:?')

def sparsemax_loss(logits, labels):
    return of('array:jax:inexact')

def safe_softmax_cross_entropy(logits, labels):
    return of('array:jax:?')

def softmax_cross_entropy(logits, labels, axis: int | tuple[int, ...] | None=-1, where=None):
    return of('array:jax:?', declared=True)

def softmax_cross_entropy_with_integer_labels(logits, labels, axis: int | tuple[int, ...]=-1, where=None):
    return (of('array:jax:inexact') if where is None else of('array:jax:?'))

def multiclass_hinge_loss(scores, labels):
    return of('array:jax:?')

def multiclass_perceptron_loss(scores, labels):
    return of('array:jax:?')

def poly_loss_cross_entropy(logits, labels, *, epsilon=2.0, axis: int | tuple[int, ...] | None=-1, where=None):
    return of('array:jax:?', declared=True)

def kl_divergence(log_predictions, targets, axis: int | tuple[int, ...] | None=-1, where=None):
    return of('array:jax:?')

def kl_divergence_with_log_targets(log_predictions, log_targets, axis: int | tuple[int, ...] | None=-1, where=None):
    return of('array:jax:?')

def generalized_kl_divergence(log_predictions, targets, axis: int | tuple[int, ...] | None=-1, where=None):
    return of('array:jax:?')

def convex_kl_divergence(*args, **kwargs):
    return of('array:jax:?')

def ctc_loss_with_forward_probs(logits, logit_paddings, labels, label_paddings, *, blank_id: int=0, log_epsilon=-100000.0):
    return (of('array:jax:inexact'), of('unknown'), of('unknown'))

def ctc_loss(logits, logit_paddings, labels, label_paddings, *, blank_id: int=0, log_epsilon=-100000.0):
    return of('array:jax:inexact')

def sigmoid_focal_loss(logits, labels, *, alpha=None, gamma=2.0):
    return (of('array:jax:inexact') if alpha is None else of('array:jax:?', declared=True))

def multiclass_sparsemax_loss(scores, labels):
    return of('array:jax:?')
