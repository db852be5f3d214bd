"""Trains the classifier: `python -m classifier_fixed.train`."""

from functools import partial

import equinox as eqx
import jax
import optax
from pytreelint.runtime import filter_pmap

from . import evaluate, settings
from .data import Batch, batches_of, spirals
from .metrics import weighted_cross_entropy
from .net import Classifier


@eqx.filter_value_and_grad
def loss(model: Classifier, batch: Batch):
    return weighted_cross_entropy(jax.vmap(model)(batch.points), batch.labels, batch.weights)


def make_optimiser() -> optax.GradientTransformation:
    return optax.adam(settings.LEARNING_RATE)


@eqx.filter_jit
def train_epoch(model: Classifier, state: optax.OptState, batches: Batch):
    """One pass over the batches; gives the new model, the new optimiser state and the loss of each batch."""
    optimiser = make_optimiser()
    arrays, rest = eqx.partition(model, eqx.is_array)

    def step(carry, batch):
        arrays, state = carry
        model = eqx.combine(arrays, rest)
        value, gradients = loss(model, batch)
        updates, state = optimiser.update(gradients, state, eqx.filter(model, eqx.is_inexact_array))
        arrays = eqx.filter(eqx.apply_updates(model, updates), eqx.is_array)
        return (arrays, state), value

    (arrays, state), losses = jax.lax.scan(step, (arrays, state), batches)
    return eqx.combine(arrays, rest), state, losses


@partial(filter_pmap, axis_name="devices", in_axes=(None, 0), out_axes=None)
def parallel_loss(model: Classifier, shard: Batch):
    """The loss on all the data and its gradient; each device sees its own part."""
    return jax.lax.pmean(loss(model, shard), "devices")


def main() -> None:
    data = spirals(settings.SEED, settings.CLASSES, settings.POINTS_PER_CLASS)
    held_out = spirals(settings.SEED + 1, settings.CLASSES, settings.POINTS_PER_CLASS)
    batches = batches_of(data, settings.BATCH_SIZE)

    model = Classifier(data.points, settings.CLASSES, key=jax.random.key(settings.SEED))
    optimiser = make_optimiser()
    state = optimiser.init(eqx.filter(model, eqx.is_inexact_array))
    devices = jax.local_device_count()
    shards = batches_of(data, len(data) // devices)
    for _ in range(settings.WARM_UP_STEPS):
        value, gradients = parallel_loss(model, shards)
        updates, state = optimiser.update(gradients, state, eqx.filter(model, eqx.is_inexact_array))
        model = eqx.apply_updates(model, updates)
    print(f"{settings.WARM_UP_STEPS} steps on {devices} devices: loss {value:.3f}")

    for epoch in range(settings.EPOCHS):
        model, state, losses = train_epoch(model, state, batches)
        if epoch % 10 == 9:
            print(f"epoch {epoch + 1}: loss {losses.mean():.3f}, accuracy {evaluate.accuracy(model, held_out):.2f}")
    evaluate.report(model, held_out)


if __name__ == "__main__":
    main()
