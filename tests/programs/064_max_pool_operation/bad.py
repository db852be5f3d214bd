import equinox as eqx
import equinox.nn as nn
import jax
import jax.random as jrandom
from jax import Array


class Net(eqx.Module):
    maxp: eqx.Module

    def __init__(self):
        self.maxp = nn.MaxPool2d(kernel_size=3, stride=2)

    def __call__(self, x: Array) -> Array:
        return self.maxp(x)


@jax.jit  # expect: PTL201
def forward(model, x):
    return jax.vmap(model)(x)


model = Net()
random_image = jrandom.uniform(key=jrandom.PRNGKey(0), shape=(1, 3, 24, 24))
output = forward(model, random_image)
print(output.shape)
