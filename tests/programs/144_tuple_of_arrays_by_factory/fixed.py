from dataclasses import field

import equinox as eqx
import jax.numpy as jnp
from jax import Array


def default_bounds():
    return (jnp.zeros(2), jnp.ones(2))


class BoxConstraint(eqx.Module):
    weight: Array
    bounds: tuple = eqx.field(default_factory=default_bounds)
    history: list = field(default_factory=list)

    def penalty(self, x):
        low, high = self.bounds
        return self.weight * jnp.sum(jnp.maximum(low - x, 0) + jnp.maximum(x - high, 0))


print(BoxConstraint(jnp.array(2.0)).penalty(jnp.full(2, 1.5)))
