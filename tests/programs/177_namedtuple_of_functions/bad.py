from collections import namedtuple

import jax
import jax.numpy as jnp

Transformed = namedtuple("Transformed", ["init", "apply"])


def linear(n_out):
    def init(key, x):
        return {"w": jax.random.normal(key, (x.shape[-1], n_out))}

    def apply(params, x):
        return x @ params["w"]

    return Transformed(init, apply)


@jax.jit  # expect: PTL201
def predict(net, params, x):
    return net.apply(params, x)


net = linear(2)
x = jnp.ones((3, 4))
params = jax.jit(net.init)(jax.random.PRNGKey(0), x)
print(predict(net, params, x), jax.jit(net.apply)(params, x))
