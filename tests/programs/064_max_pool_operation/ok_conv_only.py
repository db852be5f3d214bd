import equinox as eqx
import equinox.nn as nn
import jax
import jax.random as jrandom
from jax import Array


class Net(eqx.Module):
    conv: eqx.Module
    norm: eqx.Module

    def __init__(self, key):
        self.conv = nn.Conv2d(3, 4, kernel_size=3, stride=2, key=key)
        self.norm = nn.GroupNorm(2, channels=4)

    def __call__(self, x: Array) -> Array:
        return self.norm(self.conv(x))


@jax.jit
def forward(model, x):
    return jax.vmap(model)(x)


images = jrandom.uniform(jrandom.PRNGKey(0), (1, 3, 24, 24))
print(forward(Net(jrandom.PRNGKey(1)), images).shape)
