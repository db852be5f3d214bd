import jax
import jax.numpy as jnp


def build_schedule(num_steps):
    stages = [0] * 2 + [1] * (num_steps - 2)
    return jnp.array(stages)


class Warmup:
    def __init__(self, num_steps):
        self.num_steps = num_steps
        self.update = jax.jit(self._update, static_argnames=("schedule",))

    def _update(self, state, schedule):
        return state + len(schedule)

    def run(self, state):
        schedule = build_schedule(self.num_steps)
        return self.update(state, schedule=schedule)  # expect: PTL102


print(Warmup(5).run(jnp.zeros(2)))
