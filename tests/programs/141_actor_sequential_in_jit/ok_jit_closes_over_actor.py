import equinox as eqx
import jax
import jax.numpy as jnp
from equinox import nn


class Actor(eqx.Module):
    layers: nn.Sequential

    def __init__(self, obs_dim, action_dim, *, key):
        self.layers = nn.Sequential([nn.Linear(obs_dim, action_dim * 2, key=key), nn.Lambda(jax.nn.relu)])

    def __call__(self, obs):
        return jnp.split(self.layers(obs), 2, axis=-1)


actor = Actor(3, 1, key=jax.random.PRNGKey(0))
act = jax.jit(jax.vmap(actor))
act2 = jax.jit(lambda obs: jax.vmap(actor)(obs))
print(act(jnp.ones((5, 3)))[0].shape, act2(jnp.ones((5, 3)))[1].shape)
