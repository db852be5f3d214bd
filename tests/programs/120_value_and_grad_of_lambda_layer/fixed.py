import equinox as eqx
import jax
import jax.numpy as jnp
from equinox import filter_value_and_grad

input_n = 10
key = jax.random.PRNGKey(42)

model = eqx.nn.Sequential(
    [
        eqx.nn.Linear(input_n, 1, key=key),
        eqx.nn.Lambda(jax.nn.gelu),
    ]
)


@eqx.filter_jit
def loss(model, x):
    y = jax.vmap(model)(x)
    return jnp.sum(y)


x = jax.random.normal(jax.random.fold_in(key, 1), (1, input_n))
print(jax.vmap(model)(x).shape)
value, grads = filter_value_and_grad(loss)(model, x)
print(value.shape)
