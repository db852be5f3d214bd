from functools import partial

import jax.numpy as jnp
from jax import jit, vmap


@partial(jit, static_argnums=(2,))
def map_row(row, alpha, T):
    return sum(alpha**t * row for t in range(T))


@partial(jit, static_argnames=("T",))
def step(rows, alpha, T):
    return vmap(lambda row: map_row(row, alpha, T))(rows)


def horizon(rows, alpha):
    return step(rows, alpha, T=rows.shape[1])


print(horizon(jnp.ones((3, 2)), 0.5).shape)
