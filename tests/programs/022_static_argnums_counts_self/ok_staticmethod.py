from functools import partial

import jax
import jax.numpy as jnp


class Layer:
    scale = 2.0

    @staticmethod
    @partial(jax.jit, static_argnums=(1,))
    def f(x, neg):
        return -x if neg else x

    @partial(jax.jit, static_argnames=("self", "neg"))
    def g(self, x, neg):
        return -x * self.scale if neg else x


arr = jnp.array([1, 2])
print(Layer().f(arr, True), Layer().g(arr, neg=True))
