import equinox as eqx
import jax
import jax.nn as jnn
import jax.numpy as jnp


class Net(eqx.Module):
    body: eqx.nn.Sequential

    def __init__(self, width, *, key):
        keys = jax.random.split(key, 2)
        self.body = eqx.nn.Sequential(
            [
                eqx.nn.Linear(3, width, key=keys[0]),
                eqx.nn.Lambda(jnn.gelu),
                eqx.nn.Linear(width, 1, key=keys[1]),
            ]
        )

    def __call__(self, x):
        return self.body(x)


def evaluate(net, xs):
    return jnp.sum(jax.vmap(net)(xs))


evaluate = jax.jit(evaluate)  # expect: PTL201
net = Net(8, key=jax.random.PRNGKey(42))
print(evaluate(net, jnp.ones((2, 3))).shape)
