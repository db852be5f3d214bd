import functools

import jax
import jax.numpy as jnp
from flax import linen as nn


class Encoder(nn.Module):
    vocab_size: int
    emb_dim: int

    @nn.compact
    def __call__(self, tokens):
        return nn.Embed(self.vocab_size, self.emb_dim)(tokens)


@functools.partial(jax.jit, static_argnums=(1, 2))
def create_model(key, input_shape, model_kwargs):
    module = Encoder(**model_kwargs)
    return module.init(key, jnp.zeros(input_shape, jnp.int32))


def main():
    transformer_kwargs = {
        "vocab_size": 32,
        "emb_dim": 8,
    }
    batch_size, length = 2, 4
    params = create_model(  # expect: PTL102
        jax.random.PRNGKey(0),
        (batch_size, length),
        transformer_kwargs,
    )
    print(jax.tree.map(jnp.shape, params))


main()
