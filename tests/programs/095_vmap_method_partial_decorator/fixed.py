from functools import partial

import jax
import jax.numpy as jnp
from jax import vmap


class Perceptron:
    def __init__(self, key):
        self.w = jax.random.normal(key, (3,))

    @partial(vmap, in_axes=(None, 0))
    def predict(self, x):
        return jnp.dot(self.w, x)


p = Perceptron(jax.random.PRNGKey(0))
print(p.predict(jnp.ones((5, 3))).shape)
