"""Spirals in the plane, and the batches that they are trained in."""

import jax
import jax.numpy as jnp
import numpy as np

from .metrics import class_weights


@jax.tree_util.register_pytree_node_class
class Batch:
    """Points, their classes, and how much each of them counts."""

    def __init__(self, points, labels, weights):
        self.points = points
        self.labels = labels
        self.weights = weights

    def tree_flatten(self):
        return (self.points, self.labels, self.weights), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)

    def __len__(self):
        return self.labels.shape[0]


def spirals(seed: int, classes: int, per_class: int) -> Batch:
    """Arms of a spiral, one per class, with a little noise."""
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(classes), per_class)
    radius = np.tile(np.linspace(0.2, 1.0, per_class), classes)
    angle = 4.0 * radius + 2.0 * np.pi * labels / classes
    points = radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    points = points + rng.normal(scale=0.02, size=points.shape)
    order = rng.permutation(labels.size)
    points, labels = jnp.asarray(points[order], jnp.float32), jnp.asarray(labels[order])
    return Batch(points, labels, class_weights(labels, classes)[labels])


def batches_of(data: Batch, size: int) -> Batch:
    """The same data with a leading axis of batches, for a scan; what does not fill a batch is dropped."""
    count = len(data) // size
    points = data.points[: count * size].reshape(count, size, 2)
    labels = data.labels[: count * size].reshape(count, size)
    weights = data.weights[: count * size].reshape(count, size)
    return Batch(points, labels, weights)
