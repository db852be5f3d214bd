"""How well a trained classifier does on points that it has not seen."""

from functools import partial

import jax
import jax.numpy as jnp

from . import settings
from .data import Batch
from .metrics import rank_accuracy
from .net import Classifier


@jax.jit
def accuracy(model: Classifier, batch: Batch):
    predicted = jnp.argmax(jax.vmap(model)(batch.points), axis=1)
    return jnp.mean(predicted == batch.labels)


@partial(jax.jit, static_argnums=0)
def confusion(model: Classifier, batch: Batch):
    """Rows are true classes, columns predicted ones."""
    predicted = jnp.argmax(jax.vmap(model)(batch.points), axis=1)
    cells = jnp.zeros((settings.CLASSES, settings.CLASSES), int)
    return cells.at[batch.labels, predicted].add(1)


def report(model: Classifier, batch: Batch) -> None:
    """Print scores, and the confusion matrix."""
    scores = jax.vmap(model.probabilities)(batch.points)
    for rank, share in rank_accuracy(scores, batch.labels, ranks=settings.RANKS).items():
        print(f"among the best {rank}: {share:.2f}")
    print(confusion(model, batch))
