from functools import partial

import jax
from jax import jit
import jax.numpy as jnp


class A1:
    def __init__(self):
        self.offset = 1.0
        self.g = jax.jit(self._g)

    def _g(self, x):
        return x + self.offset

    @partial(jit, static_argnums=0)
    def f(self, x):
        return x + self.offset

    @staticmethod
    @jit
    def h(x):
        return x * 2

    @partial(jit, static_argnames=["self"])
    def k(self, x):
        return x - self.offset


a = A1()
x = jnp.array(5.0)
print(a.f(x), a.g(x), a.h(x), a.k(x))
