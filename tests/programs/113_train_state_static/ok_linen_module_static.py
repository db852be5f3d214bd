import functools

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training import train_state


@functools.partial(jax.jit, static_argnums=(0, 1))
def eval_step(model, deterministic, state, batch):
    out = model.apply(state.params, batch)
    return out if deterministic else out + 1


model = nn.Dense(3)
params = model.init(jax.random.PRNGKey(0), jnp.ones(3))
state = train_state.TrainState.create(apply_fn=model.apply, params=params, tx=optax.adam(1e-3))
print(eval_step(model, True, state, jnp.ones(3)).shape)
