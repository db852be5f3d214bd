import equinox as eqx
import jax
import jax.numpy as jnp


class Net(eqx.Module):
    body: eqx.nn.Sequential
    act: eqx.nn.PReLU

    def __init__(self, width, *, key):
        keys = jax.random.split(key, 2)
        self.act = eqx.nn.PReLU()
        self.body = eqx.nn.Sequential(
            [
                eqx.nn.Linear(3, width, key=keys[0]),
                eqx.nn.LayerNorm(width),
                eqx.nn.Linear(width, 1, key=keys[1]),
            ]
        )


@jax.jit
def evaluate(net, xs):
    return jnp.sum(net.act(jax.vmap(net.body)(xs)))


print(evaluate(Net(8, key=jax.random.PRNGKey(42)), jnp.ones((2, 3))).shape)
