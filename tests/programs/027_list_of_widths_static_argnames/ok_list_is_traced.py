from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=["n"])
def power_sum(values, n=2):
    return sum(v**n for v in values)


@jax.jit
def total(widths):
    return jnp.sum(jnp.asarray(widths))


widths = [2, 8, 1]
print(power_sum(widths), power_sum(widths, n=3), total(widths))
