from dataclasses import dataclass

import jax
import jax.numpy as jnp
import jax.random as jr
from simple_pytree import Pytree, static_field


@dataclass
class NonConjugatePosterior(Pytree):
    latent: jax.Array
    seed: int = static_field(default=42)

    def sample(self):
        return self.latent + jr.normal(jr.PRNGKey(self.seed), self.latent.shape)


@jax.jit
def draw(posterior):
    return posterior.sample()


for seed in (1, 2):
    print(draw(NonConjugatePosterior(jnp.zeros(3), seed)).shape)
