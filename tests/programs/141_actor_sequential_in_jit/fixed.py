import equinox as eqx
import jax
import jax.numpy as jnp
from equinox import nn


def linear_relu(sizes, keys):
    layers = []
    for n_in, n_out, key in zip(sizes[:-1], sizes[1:], keys):
        layers.append(nn.Linear(n_in, n_out, key=key))
        layers.append(nn.Lambda(jax.nn.relu))
    return layers[:-1]


class Actor(eqx.Module):
    layers: nn.Sequential

    def __init__(self, obs_dim, action_dim, hidden_dim, *, key):
        sizes = [obs_dim, hidden_dim, hidden_dim, action_dim * 2]
        self.layers = nn.Sequential(linear_relu(sizes, jax.random.split(key, num=3)))

    def __call__(self, obs):
        mu, log_sigma = jnp.split(self.layers(obs), 2, axis=-1)
        return mu, jnp.exp(jnp.clip(log_sigma, -5, 2))


actor = Actor(3, 1, 8, key=jax.random.PRNGKey(0))
act = eqx.filter_jit(lambda actor, obs: jax.vmap(actor)(obs))
states = jnp.ones((5, 3))
mu, sigma = act(actor, states)
print(mu.shape)
