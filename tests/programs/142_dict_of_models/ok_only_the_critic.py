import equinox as eqx
import jax
import jax.numpy as jnp

k1, k2 = jax.random.split(jax.random.PRNGKey(0))
models = {"critic": eqx.nn.Linear(4, 1, key=k1), "policy": eqx.nn.MLP(4, 2, 8, 1, key=k2)}


@jax.jit
def q_value(critic, obs):
    return critic(obs)


@eqx.filter_jit
def action(models, obs):
    return models["policy"](obs)


print(q_value(models["critic"], jnp.ones(4)).shape, action(models, jnp.ones(4)).shape)
