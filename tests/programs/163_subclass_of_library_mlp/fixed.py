import equinox as eqx
import jax
import jax.numpy as jnp


class ScoreNet(eqx.nn.MLP):
    def __init__(self, dim, *, key):
        super().__init__(dim + 1, dim, width_size=16, depth=2, key=key)

    def __call__(self, t, y):
        return super().__call__(jnp.concatenate([y, t[None]]))


def batch_score(net, t, y):
    return jax.vmap(net)(t, y)


score = eqx.filter_jit(batch_score)
net = ScoreNet(2, key=jax.random.PRNGKey(0))
print(score(net, jnp.ones(4), jnp.ones((4, 2))).shape)
