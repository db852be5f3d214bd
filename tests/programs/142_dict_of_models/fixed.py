import equinox as eqx
import jax
import jax.numpy as jnp


def init_models(key):
    k1, k2 = jax.random.split(key)
    models = {}
    models["critic"] = eqx.nn.Linear(4, 1, key=k1)
    models["policy"] = eqx.nn.MLP(4, 2, 8, 1, final_activation=jnp.tanh, key=k2)
    return models


@eqx.filter_jit
def q_and_action(models, obs):
    return models["critic"](obs), models["policy"](obs)


if __name__ == "__main__":
    models = init_models(jax.random.PRNGKey(0))
    for step in range(2):
        q, action = q_and_action(models, jnp.ones(4))
    print(q.shape, action.shape)
