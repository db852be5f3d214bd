from functools import partial

import jax
import jax.numpy as jnp
from jax import random


@partial(jax.jit, static_argnames=["widths"])
def init_mlp(key, widths):
    params = []
    for n_in, n_out in zip(widths[:-1], widths[1:]):
        key, sub = random.split(key)
        params.append((random.normal(sub, (n_in, n_out)), jnp.zeros(n_out)))
    return params


layer_widths = [2, 8]
layer_widths.append(1)
params = init_mlp(random.PRNGKey(0), widths=layer_widths)  # expect: PTL102
print([w.shape for w, b in params])
