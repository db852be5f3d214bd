from collections.abc import Callable
from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
from jax.tree_util import Partial


class Swish(eqx.Module):
    beta: jax.Array

    def __call__(self, x):
        return x * jax.nn.sigmoid(self.beta * x)


class Layer(eqx.Module):
    linear: eqx.nn.Linear
    activation: Callable[[jax.Array], jax.Array]

    def __call__(self, x):
        return self.activation(self.linear(x))


def affine(a, b, x):
    return a * x + b


linear = eqx.nn.Linear(2, 2, key=jax.random.PRNGKey(0))
forward = jax.jit(lambda layer, x: layer(x))
for activation in (Swish(jnp.array(1.0)), eqx.nn.PReLU(), eqx.nn.Identity(), Partial(jax.nn.relu), Partial(affine, 2.0, 1.0)):
    print(forward(Layer(linear, activation), jnp.ones(2)).shape)
print(jax.lax.scan(lambda layer, x: (layer, layer(x)), Layer(linear, Swish(jnp.array(2.0))), jnp.ones((3, 2)))[1].shape)
print(jax.jit(partial(affine, 2.0), static_argnums=0)(3.0, jnp.ones(2)))
