from dataclasses import dataclass, field
from functools import partial

import jax
import jax.numpy as jnp


@dataclass
class PendulumEnv:
    dt: float = 0.05
    max_torque: float = 2.0
    names: list = field(default_factory=list)

    def reset(self, key):
        return jax.random.uniform(key, (2,), minval=-1.0, maxval=1.0)

    @partial(jax.jit, static_argnums=0)
    def step(self, state, u):
        th, w = state
        u = jnp.clip(u, -self.max_torque, self.max_torque)
        w = w + self.dt * (15.0 * jnp.sin(th) + 3.0 * u)
        return jnp.stack([th + self.dt * w, w])


env = PendulumEnv()
s = env.reset(jax.random.PRNGKey(0))
for _ in range(3):
    s = env.step(s, 0.1)  # expect: PTL102
print(s)
