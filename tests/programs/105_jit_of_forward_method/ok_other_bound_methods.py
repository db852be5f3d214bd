import equinox as eqx
import jax
import jax.numpy as jnp
from flax import struct


class Net(eqx.Module):
    w1: jnp.ndarray
    w2: jnp.ndarray

    def __call__(self, x):
        return jnp.tanh(x @ self.w1) @ self.w2


@struct.dataclass
class Affine:
    w: jnp.ndarray

    def forward(self, x):
        return x @ self.w


class Runner:
    def __init__(self, model):
        self.model = model

    def run(self, x):
        return self.model(x)


x = jnp.ones((2, 3))
model = Net(jnp.ones((3, 8)), jnp.ones((8, 1)))
# Equinox leaves dunder methods as they are: Python hashes their bound form by identity.
print(jax.jit(model.__call__)(x).shape)
print(jax.jit(Net.__call__)(model, x).shape)
print(jax.jit(Affine(jnp.ones((3, 1))).forward)(x).shape)
print(jax.jit(Runner(model).run)(x).shape)
