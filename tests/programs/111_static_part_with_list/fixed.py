import functools as ft

import equinox as eqx
import jax
import jax.numpy as jnp


class MyNet(eqx.Module):
    layers: tuple
    bias: jax.Array

    def __init__(self, key):
        k1, k2 = jax.random.split(key)
        self.layers = (eqx.nn.Linear(2, 8, key=k1), jax.nn.relu, eqx.nn.Linear(8, 2, key=k2))
        self.bias = jnp.ones(2)

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x + self.bias


@ft.partial(jax.jit, static_argnums=1)
@jax.grad
def loss(params, static, x, y):
    model = eqx.combine(params, static)
    pred_y = jax.vmap(model)(x)
    return jnp.mean((y - pred_y) ** 2)


params, static = eqx.partition(MyNet(jax.random.PRNGKey(0)), eqx.is_array)
print(loss(params, static, jnp.ones((4, 2)), jnp.ones((4, 2))).bias.shape)
