import jax
import jax.numpy as jnp
import numpy as np


def build_schedule(num_steps):
    stages = np.ones(num_steps, int)
    stages[:2] = 0
    return tuple(map(int, stages))


class Warmup:
    def __init__(self, num_steps):
        self.num_steps = num_steps
        self.update = jax.jit(self._update, static_argnames=("schedule",))

    def _update(self, state, schedule):
        return state + sum(schedule)

    def run(self, state):
        return self.update(state, schedule=build_schedule(self.num_steps))


print(Warmup(5).run(jnp.zeros(2)))
