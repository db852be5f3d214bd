import jax.numpy as jnp
from jaxtyping import Array

from .core import ScaledModel


class PowerlawPeak(ScaledModel):
    alpha: Array

    def log_prob(self, x):
        return jnp.where(self.inside(x), -self.alpha * jnp.log(x), -jnp.inf)
