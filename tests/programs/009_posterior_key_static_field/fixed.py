from dataclasses import dataclass

import jax
import jax.numpy as jnp
import jax.random as jr
from simple_pytree import Pytree, static_field


@dataclass
class NonConjugatePosterior(Pytree):
    latent: jax.Array
    key: jax.Array

    def sample(self):
        return self.latent + jr.normal(self.key, self.latent.shape)


@jax.jit
def draw(posterior):
    return posterior.sample()


for seed in (1, 2):
    posterior = NonConjugatePosterior(jnp.zeros(3), jr.PRNGKey(seed))
    print(draw(posterior).shape)
