from typing import Any, Callable

import jax
import jax.numpy as jnp
from flax import struct


@struct.dataclass
class State:
    qp: jax.Array
    reward: jax.Array
    metrics: dict[str, jax.Array] = struct.field(default_factory=dict)


class Env:
    def __init__(self, size, obs_fn: Callable[[Any], Any] = jnp.sin):
        self.size = size
        self.obs_fn = obs_fn

    def reset(self):
        return State(qp=jnp.zeros(self.size), reward=jnp.zeros(()), metrics={"t": jnp.zeros(())})

    def step(self, state, action):
        qp = state.qp + 0.1 * action
        return state.replace(qp=qp, reward=-jnp.sum(self.obs_fn(qp) ** 2))
