import dataclasses

import jax
import jax.numpy as np


@dataclasses.dataclass
class World:
    p: np.ndarray
    v: np.ndarray

    @jax.jit  # expect: PTL206
    def step(self, dt):
        a = -9.8
        v = self.v + a * dt
        p = self.p + self.v * dt
        return dataclasses.replace(self, p=p, v=v)


world = World(np.array([0.0, 0.0]), np.array([1.0, 1.0]))
for _ in range(2):
    world = world.step(0.01)
print(world.p.shape)
