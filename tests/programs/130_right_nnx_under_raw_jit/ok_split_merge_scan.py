from functools import partial

import jax
import jax.numpy as jnp
from flax import nnx


class Stacked(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        @nnx.split_rngs(splits=3)
        @partial(nnx.vmap, axis_size=3)
        def create(rngs: nnx.Rngs):
            return nnx.Linear(4, 4, rngs=rngs)

        self.hidden = create(rngs)
        self.up = nnx.Linear(2, 4, rngs=rngs)

    def __call__(self, x):
        graphdef, states = nnx.split(self.hidden)

        def forward(x, state):
            return nnx.merge(graphdef, state)(x), None

        return jax.lax.scan(forward, self.up(x), states)[0]


model = Stacked(nnx.Rngs(0))
print(model(jnp.zeros((2, 2))).shape)
