import jax
import jax.numpy as jnp
from flax import nnx


class Block(nnx.Module):
    def __init__(self, din, dout, *, act=nnx.relu, rngs: nnx.Rngs):
        self.linear = nnx.Linear(din, dout, rngs=rngs)
        self.act = act
        self.name = "block"
        self.dims = (din, dout)

    def __call__(self, x):
        return self.act(self.linear(x))


@jax.jit
def forward(model, x):
    return model(x)


model = Block(2, 3, rngs=nnx.Rngs(0))
print(forward(model, jnp.ones((4, 2))).shape)
print(nnx.jit(lambda m, x: m(x))(model, jnp.ones((4, 2))).shape)
