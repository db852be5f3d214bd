from functools import partial
from typing import Any, NamedTuple

import chex
import jax
import jax.numpy as jnp
from flax import struct


@struct.dataclass
class EnvState:
    pos: chex.Array
    time: int = 0
    info: dict[str, Any] = struct.field(default_factory=dict)


class Transition(NamedTuple):
    obs: jax.Array
    reward: jax.Array


class Env:
    def __init__(self, size, names=("x", "y")):
        self.size = size
        self.names = list(names)
        self.offset = jnp.zeros(size)

    @partial(jax.jit, static_argnums=(0,))
    def reset(self, key):
        return EnvState(pos=jax.random.normal(key, (self.size,)), time=0, info={"steps": 0})

    @partial(jax.jit, static_argnums=(0,))
    def step(self, state, action):
        pos = state.pos + action - self.offset
        return state.replace(pos=pos, time=state.time + 1), -jnp.sum(pos**2)


env = Env(2)


@jax.jit
def rollout(key, policy_params):
    def body(state, _):
        state, reward = env.step(state, policy_params @ state.pos)
        return state, Transition(state.pos, reward)

    return jax.lax.scan(body, env.reset(key), None, length=3)


state, traj = rollout(jax.random.PRNGKey(0), jnp.eye(2))
print(traj.reward.shape)
batched = jax.vmap(rollout, in_axes=(0, None))(jax.random.split(jax.random.PRNGKey(1), 4), jnp.eye(2))
print(batched[1].obs.shape)
