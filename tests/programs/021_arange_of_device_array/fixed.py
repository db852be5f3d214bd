import jax.numpy as jnp
from jax import jit


def grid(n):
    return jnp.arange(-n, n)


grid_jit = jit(grid, static_argnums=0)

half = 5
print(grid_jit(half).shape)
half = int(jnp.add(4, 1))
print(grid_jit(half).shape)
