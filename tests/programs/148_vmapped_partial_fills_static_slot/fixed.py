from functools import partial

import jax
import jax.numpy as jnp
from jax import jit, vmap


@partial(jit, static_argnums=(2,))
def map_row(row, alpha, T):
    return sum(alpha**t * row for t in range(T))


def solve(rows, alpha, T):
    return vmap(partial(map_row, rows[0], alpha))(rows[:, 0])


@partial(jit, static_argnums=2)
def step(rows, alpha, T):
    return jax.vmap(lambda row: map_row(row, alpha, T))(rows)


print(step(jnp.ones((3, 2)), 0.5, 2).shape)
