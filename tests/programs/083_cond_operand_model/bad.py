import equinox as eqx
import jax
import jax.numpy as jnp
from jax import lax


class Policy(eqx.Module):
    net: eqx.nn.MLP
    log_std: jax.Array

    def __init__(self, key):
        self.net = eqx.nn.MLP(3, 2, 8, 1, activation=jnp.tanh, key=key)
        self.log_std = jnp.zeros(2)


def explore(policy, obs):
    return policy.net(obs) + jnp.exp(policy.log_std)


def exploit(policy, obs):
    return policy.net(obs)


def act(policy, obs, step):
    return lax.cond(step < 10, explore, exploit, policy, obs)  # expect: PTL204


policy = Policy(jax.random.PRNGKey(1))
print(act(policy, jnp.ones(3), jnp.array(4)).shape)
