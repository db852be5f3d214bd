import functools as ft

import equinox as eqx
import jax
import jax.numpy as jnp


@ft.partial(jax.jit, static_argnums=1)
@jax.grad
def loss(params, static, x, y):
    model = eqx.combine(params, static)
    return jnp.mean((y - jax.vmap(model)(x)) ** 2)


model = eqx.nn.MLP(2, 2, 8, 1, key=jax.random.PRNGKey(0))
params, static = eqx.partition(model, eqx.is_array)
print(loss(params, static, jnp.ones((4, 2)), jnp.ones((4, 2))).layers[0].bias.shape)
