import functools

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np


@functools.lru_cache
def sinusoids(length, dim):
    position = np.arange(length)[:, None]
    return np.sin(position / 10000 ** (np.arange(dim) / dim))


class PositionalEncoding(eqx.Module):
    length: int = eqx.field(static=True)
    dim: int = eqx.field(static=True)
    proj: eqx.nn.Linear

    def __init__(self, length, dim, *, key):
        self.length, self.dim = length, dim
        self.proj = eqx.nn.Linear(dim, dim, key=key)

    def __call__(self, x):
        return jax.vmap(self.proj)(x + sinusoids(self.length, self.dim)[: x.shape[0]])


print(PositionalEncoding(16, 4, key=jax.random.PRNGKey(2))(jnp.zeros((5, 4))).shape)
