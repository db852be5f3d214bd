import functools
from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import jit as compile_, lax

mlp = eqx.nn.MLP(2, 2, 4, 1, key=jax.random.PRNGKey(0))
params, static = eqx.partition(mlp, eqx.is_array)
fast = partial(jax.jit, static_argnames="activation", donate_argnums=())


@fast
def apply(p, x, *, activation):
    return activation(eqx.combine(p, static)(x))


@compile_
def closure(x):
    return mlp(x)


@jax.jit
@functools.wraps(closure)
def wrapped(x):
    return closure(x)


def make(model):
    @jax.jit
    def f(x):
        return model(x)

    return f


x = jnp.ones(2)
print(apply(params, x, activation=jnp.tanh).shape, closure(x).shape, wrapped(x).shape, make(mlp)(x).shape)
print(jax.jit(jax.vmap(mlp))(x[None]).shape, jax.checkpoint(lambda y: mlp(y))(x).shape)
print(lax.cond(True, lambda y: mlp(y), lambda y: y, x).shape)
print(jax.jit(lambda tree: tree)({"a": x, "b": None, "c": (1, 2.0, True)})["c"])
