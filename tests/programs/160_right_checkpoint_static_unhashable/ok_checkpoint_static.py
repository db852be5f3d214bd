from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp

model = eqx.nn.MLP(3, 3, 4, 1, key=jax.random.PRNGKey(0))


@partial(jax.checkpoint, static_argnums=(0,))
def apply(model, x):
    return model(x)


@partial(jax.checkpoint, static_argnums=(1,))
def scale(x, factors):
    return x * sum(factors)


print(jax.grad(lambda x: apply(model, x).sum())(jnp.ones(3)).shape)
print(jax.grad(lambda x: scale(x, [1, 2]).sum())(jnp.ones(3)))
