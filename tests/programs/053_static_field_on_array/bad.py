import equinox as eqx
import jax
import jax.numpy as jnp


class PositionalEncoding(eqx.Module):
    table: jnp.ndarray = eqx.static_field()  # expect: PTL101, PTL801
    proj: eqx.nn.Linear

    def __init__(self, length, dim, *, key):
        position = jnp.arange(length)[:, None]
        self.table = jnp.sin(position / 10000 ** (jnp.arange(dim) / dim))
        self.proj = eqx.nn.Linear(dim, dim, key=key)

    def __call__(self, x):
        return jax.vmap(self.proj)(x + self.table[: x.shape[0]])


pe = PositionalEncoding(16, 4, key=jax.random.PRNGKey(2))
print(pe(jnp.zeros((5, 4))).shape)
