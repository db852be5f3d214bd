from functools import partial

import jax
import jax.numpy as jnp


class LinearRegression:
    def __init__(self, dim, lr=0.1):
        self.w = jnp.zeros(dim)
        self.lr = lr

    @partial(jax.value_and_grad, argnums=1)
    def loss(self, w, x, y):
        return jnp.mean((x @ w - y) ** 2)

    @partial(jax.jit, static_argnums=0)
    @partial(jax.grad, argnums=1)
    def gradient(self, w, x):
        return jnp.mean((x @ w) ** 2)


model = LinearRegression(2)
value, g = model.loss(model.w, jnp.ones((4, 2)), jnp.ones(4))
print(value.shape, g.shape, model.gradient(model.w, jnp.ones((4, 2))).shape)
