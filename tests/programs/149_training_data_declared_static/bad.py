from functools import partial

import numpy as np
from jax import grad, jit
import jax.numpy as jnp

rng = np.random.default_rng(0)
x = rng.normal(size=(20, 3))
y = x @ np.array([1.0, -2.0, 0.5])


@partial(jit, static_argnums=(1, 2))
def loss(r, x, y):
    resid = jnp.dot(x, r) - y
    return jnp.mean(resid**2)


r = jnp.zeros(3)
for epoch in range(3):
    r = r - 0.1 * grad(loss)(r, x, y)  # expect: PTL102
print(r.shape)
