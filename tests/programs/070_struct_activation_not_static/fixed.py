from typing import Any, Callable

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax import struct
from flax.training import train_state


class TrainState(train_state.TrainState):
    embed_fn: Callable[..., Any] = struct.field(pytree_node=False)


class LM(nn.Module):
    def setup(self):
        self.embed = nn.Embed(10, 4)
        self.head = nn.Dense(10)

    def __call__(self, ids):
        return self.head(self.embed(ids))

    def encode(self, ids):
        return self.embed(ids)


@jax.jit
def embed_step(state, ids):
    return state.embed_fn({"params": state.params}, ids, method=LM.encode)


model = LM()
ids = jnp.array([1, 2, 3])
variables = model.init(jax.random.PRNGKey(0), ids)
state = TrainState.create(
    apply_fn=model.apply,
    embed_fn=model.apply,
    params=variables["params"],
    tx=optax.sgd(0.1),
)
print(embed_step(state, ids).shape)
