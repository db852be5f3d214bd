from collections.abc import Callable

import equinox as eqx
import jax


class Classifier(eqx.Module):
    act: Callable
    layers: list

    def __init__(self, key):
        first, second = jax.random.split(key)
        self.act = jax.nn.relu
        self.layers = [eqx.nn.Linear(4, 32, key=first), eqx.nn.Linear(32, 3, key=second)]

    def __call__(self, x):
        return self.layers[1](self.act(self.layers[0](x)))
