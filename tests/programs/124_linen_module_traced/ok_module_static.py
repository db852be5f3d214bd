from functools import partial

import flax.linen as nn
import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="model")
def update(model, params, x):
    return model.apply(params, x)


critic = nn.Dense(8)
params = critic.init(jax.random.PRNGKey(0), jnp.ones(3))
print(update(critic, params, jnp.ones(3)).shape)
print(jax.jit(critic.apply)(params, jnp.ones(3)).shape)
