import equinox as eqx
import jax
import jax.numpy as jnp

key = jax.random.key(0)
m1 = eqx.nn.MLP(4, 4, 64, 2, jax.nn.gelu, key=key)
params, static = eqx.partition(m1, eqx.is_array)


@jax.jit
def f(params, x):
    return eqx.combine(params, static)(x)


print(f(params, jnp.arange(4.0)).shape)
print(f(eqx.filter(m1, eqx.is_inexact_array), jnp.arange(4.0)).shape)
