"""The parts of the network."""

from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp

from .compat import hyperparameter
from .features import frequency_bank


class FourierFeatures(eqx.Module):
    """Sines and cosines of a point, at frequencies that are not trained."""

    frequencies: Any = eqx.field(static=True)

    def __init__(self, octaves: int):
        self.frequencies = frequency_bank(octaves)

    def __call__(self, point):
        angles = jnp.outer(self.frequencies, point).ravel()
        return jnp.concatenate([point, jnp.sin(angles), jnp.cos(angles)])


class Residual(eqx.Module):
    """x + rate * activation(linear(norm(x)))"""

    norm: eqx.nn.LayerNorm
    linear: eqx.nn.Linear
    activation: Callable
    rate: float = hyperparameter()

    def __init__(self, width: int, rate: float, *, key, activation=jax.nn.gelu):
        self.norm = eqx.nn.LayerNorm(width)
        self.linear = eqx.nn.Linear(width, width, key=key)
        self.activation = activation
        self.rate = rate

    def __call__(self, x):
        return x + self.rate * self.activation(self.linear(self.norm(x)))


class Backbone(eqx.Module):
    """An embedding and a stack of residual blocks."""

    embed: eqx.nn.Linear
    blocks: list[Residual]

    def __init__(self, size: int, width: int, depth: int, rate: float, *, key):
        first, *rest = jax.random.split(key, depth + 1)
        self.embed = eqx.nn.Linear(size, width, key=first)
        self.blocks = [Residual(width, rate, key=key) for key in rest]

    def __call__(self, x):
        x = self.embed(x)
        for block in self.blocks:
            x = block(x)
        return x
