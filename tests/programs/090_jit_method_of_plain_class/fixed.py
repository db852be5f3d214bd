from jax import jit
import jax.numpy as jnp


class A1:
    def __init__(self):
        self.offset = 1.0

    @jit(static_argnums=0)
    def f(self, x):
        return x + self.offset


a = A1()
print(a.f(jnp.array(5.0)))
