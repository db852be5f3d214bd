from typing import Callable

import equinox as eqx


class Layer(eqx.Module):
    linear: eqx.nn.Linear
    activation: Callable

    def __init__(self, size, activation, *, key):
        self.linear = eqx.nn.Linear(size, size, key=key)
        self.activation = activation

    def __call__(self, x):
        return self.activation(self.linear(x))
