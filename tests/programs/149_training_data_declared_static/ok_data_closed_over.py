import numpy as np
from jax import grad, jit
import jax.numpy as jnp

rng = np.random.default_rng(0)
x = rng.normal(size=(20, 3))
y = x @ np.array([1.0, -2.0, 0.5])


def make_loss(x, y, reg=0.0):
    @jit
    def loss(r):
        return jnp.mean((jnp.dot(x, r) - y) ** 2) + reg * jnp.sum(r**2)

    return loss


loss = make_loss(x, y)
r = jnp.zeros(3)
for epoch in range(3):
    r = r - 0.1 * grad(loss)(r)
print(r.shape)
