import jax.numpy as jnp
from state import State


class Env:
    def __init__(self, size):
        self.size = size

    def _obs(self, qp):
        return jnp.sin(qp)

    def reset(self):
        return State(qp=jnp.zeros(self.size), reward=jnp.zeros(()), obs_fn=self._obs)

    def step(self, state, action):
        qp = state.qp + 0.1 * action
        return state.replace(qp=qp, reward=-jnp.sum(state.obs_fn(qp) ** 2))
