from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp


class Align:
    def __init__(self, W):
        self.W = W

    @partial(jax.jit, static_argnums=0)
    def align(self, x, y):
        return x @ self.W @ y


class Power(eqx.Module):
    n: int = 2

    @partial(jax.jit, static_argnums=0)
    def __call__(self, x):
        return x**self.n


print(Align(jnp.ones((2, 3))).align(jnp.ones(2), jnp.ones(3)), Power(3)(jnp.ones(2)))
