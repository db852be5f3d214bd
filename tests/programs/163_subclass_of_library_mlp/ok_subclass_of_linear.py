import equinox as eqx
import jax
import jax.numpy as jnp


class ScoreNet(eqx.nn.Linear):
    def __init__(self, dim, *, key):
        super().__init__(dim + 1, dim, key=key)

    def __call__(self, t, y):
        return super().__call__(jnp.concatenate([y, t[None]]))


score = jax.jit(lambda net, t, y: jax.vmap(net)(t, y))
print(score(ScoreNet(2, key=jax.random.PRNGKey(0)), jnp.ones(4), jnp.ones((4, 2))).shape)
