import jax.numpy as jnp
import numpy as np
from jax import jit


def grid(n):
    return jnp.arange(-n, n)


grid_jit = jit(grid, static_argnums=0)
half = jnp.add(4, 1)
print(grid_jit(int(half)).shape)
half = half.item()
print(grid_jit(half).shape)
print(grid_jit(np.int64(3)).shape)
