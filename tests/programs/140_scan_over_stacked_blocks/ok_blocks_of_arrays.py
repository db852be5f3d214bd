import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr


class Block(eqx.Module):
    linear: eqx.nn.Linear
    norm: eqx.nn.LayerNorm
    activation: str = eqx.field(static=True, default="tanh")

    def __call__(self, x):
        return x + getattr(jnp, self.activation)(self.linear(self.norm(x)))


def make(key):
    return Block(eqx.nn.Linear(4, 4, key=key), eqx.nn.LayerNorm(4))


blocks = jax.vmap(make)(jr.split(jr.key(0), 3))
print(jax.lax.scan(lambda x, block: (block(x), None), jnp.ones(4), blocks)[0].shape)
