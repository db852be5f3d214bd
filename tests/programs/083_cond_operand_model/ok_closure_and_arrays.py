import equinox as eqx
import jax
import jax.numpy as jnp
from jax import lax


class Policy(eqx.Module):
    net: eqx.nn.Linear
    log_std: jax.Array


def explore(policy, obs):
    return policy.net(obs) + jnp.exp(policy.log_std)


def exploit(policy, obs):
    return policy.net(obs)


@jax.jit
def act(policy, obs, step):
    return lax.cond(step < 10, explore, exploit, policy, obs)


policy = Policy(eqx.nn.Linear(3, 2, key=jax.random.PRNGKey(1)), jnp.zeros(2))
print(act(policy, jnp.ones(3), jnp.array(4)).shape)
