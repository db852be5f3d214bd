"""Losses and scores of a batch of predictions."""

from functools import partial

import jax
import jax.numpy as jnp
import optax


def class_weights(labels, classes):
    """Rare classes count more; the mean weight is one."""
    counts = jnp.bincount(labels, length=classes)
    return labels.size / (classes * counts)


def weighted_cross_entropy(logits, labels, weights):
    losses = optax.softmax_cross_entropy_with_integer_labels(logits, labels)
    return jnp.mean(losses * weights)


@partial(jax.jit, static_argnames=("ranks",))
def rank_accuracy(scores, labels, ranks):
    """For each rank k, how often the label is among the k best scores."""
    order = jnp.argsort(-scores, axis=1)
    hits = order == labels[:, None]
    return {rank: hits[:, :rank].any(axis=1).mean() for rank in ranks}
