"""What happens to a point before the network sees it."""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def frequency_bank(octaves, lowest=1.0):
    """Angular frequencies, one octave apart."""
    return jnp.pi * lowest * 2.0 ** jnp.arange(octaves)


class Standardise(eqx.Module):
    """Shifts and scales points to the mean and spread of the training set."""

    mean: Float[Array, " 2"]
    spread: Float[Array, " 2"]

    def __init__(self, points: Float[Array, "points 2"]):
        self.mean = jnp.mean(points, axis=0)
        self.spread = jnp.std(points, axis=0) + 1e-6

    def __call__(self, point: Float[Array, " 2"]) -> Float[Array, " 2"]:
        # Leaves, so that no array is compile-time metadata; not trained, for no gradient reaches them.
        mean, spread = jax.lax.stop_gradient((self.mean, self.spread))
        return (point - mean) / spread
