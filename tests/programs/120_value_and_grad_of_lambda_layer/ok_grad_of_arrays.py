import equinox as eqx
import jax
import jax.numpy as jnp
from jax import value_and_grad

key = jax.random.PRNGKey(42)
model = eqx.nn.Sequential([eqx.nn.Linear(10, 1, key=key), eqx.nn.Lambda(jax.nn.gelu)])
params, static = eqx.partition(model, eqx.is_inexact_array)
x = jax.random.normal(jax.random.fold_in(key, 1), (1, 10))


def loss(params, x):
    return jnp.sum(jax.vmap(eqx.combine(params, static))(x))


value, grads = value_and_grad(loss)(params, x)
value, gx = value_and_grad(lambda x: jnp.sum(jax.vmap(model)(x)))(x)
print(value.shape, gx.shape)
