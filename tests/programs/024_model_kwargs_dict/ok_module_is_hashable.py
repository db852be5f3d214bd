import functools

import jax
import jax.numpy as jnp
from flax import linen as nn
from flax.core import FrozenDict


class Encoder(nn.Module):
    vocab_size: int
    emb_dim: int

    @nn.compact
    def __call__(self, tokens):
        return nn.Embed(self.vocab_size, self.emb_dim)(tokens)


@functools.partial(jax.jit, static_argnums=(1, 2))
def create_model(key, input_shape, module):
    return module.init(key, jnp.zeros(input_shape, jnp.int32))


@functools.partial(jax.jit, static_argnames="kwargs")
def create_from(key, *, kwargs):
    return Encoder(**kwargs).init(key, jnp.zeros((2, 4), jnp.int32))


kwargs = {"vocab_size": 32, "emb_dim": 8}
print(jax.tree.map(jnp.shape, create_model(jax.random.PRNGKey(0), (2, 4), Encoder(**kwargs))))
print(jax.tree.map(jnp.shape, create_from(jax.random.PRNGKey(0), kwargs=FrozenDict(kwargs))))
