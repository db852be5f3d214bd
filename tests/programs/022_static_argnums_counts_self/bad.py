from functools import partial

import jax
import jax.numpy as jnp


class Layer:
    def __init__(self, scale):
        self.scale = scale

    @partial(jax.jit, static_argnums=(1,))  # expect: PTL206
    def f(self, x, neg):
        return -x * self.scale if neg else x


t = Layer(2.0)
arr = jnp.array([1, 2])
result = t.f(arr, True)  # may: PTL102
print(result)
