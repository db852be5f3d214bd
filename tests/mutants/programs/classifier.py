"""Trains a small classifier with Equinox and optax; right as it stands."""

from collections.abc import Callable

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import optax


class Classifier(eqx.Module):
    layers: list[eqx.nn.Linear]
    scale: jax.Array
    act: Callable
    depth: int = eqx.field(static=True)

    def __init__(self, width, depth, key):
        keys = jr.split(key, depth)
        self.layers = [eqx.nn.Linear(width, width, key=k) for k in keys]
        self.scale = jnp.ones(width)
        self.act = jax.nn.relu
        self.depth = depth

    def __call__(self, x):
        for layer in self.layers:
            x = self.act(layer(x))
        return self.scale * x


def loss_fn(model, x, y):
    predictions = jax.vmap(model)(x)
    return jnp.mean((predictions - y) ** 2)


@eqx.filter_jit
def make_step(model, state, key, x, y, optim):
    loss, grads = eqx.filter_value_and_grad(loss_fn)(model, x, y)
    updates, state = optim.update(grads, state)
    model = eqx.apply_updates(model, updates)
    noise = 1e-9 * jr.normal(key, ())
    return model, state, loss + noise


evaluate = eqx.filter_jit(loss_fn)


def accuracy(model, x, y):
    return evaluate(model, x, y)


def train(steps=3):
    model = Classifier(4, 2, jr.key(0))
    optim = optax.adam(1e-2)
    state = optim.init(eqx.filter(model, eqx.is_array))
    x, y = jnp.ones((8, 4)), jnp.zeros((8, 4))
    history = []
    for step in range(steps):
        key = jr.fold_in(jr.key(1), step)
        model, state, loss = make_step(model, state, key, x, y, optim)
        history.append((float(loss), float(accuracy(model, x, y))))
    return history


if __name__ == "__main__":
    for loss, value in train():
        print(f"{loss:.2f} {value:.2f}")
