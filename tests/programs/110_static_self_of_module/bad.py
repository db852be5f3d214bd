from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp


class DenseSynapse(eqx.Module):
    W: jax.Array

    @partial(jax.jit, static_argnums=0)  # expect: PTL208
    def align(self, x, y):
        return x @ self.W @ y


synapse = DenseSynapse(jnp.ones((2, 3)))
print(synapse.align(jnp.ones(2), jnp.ones(3)))
