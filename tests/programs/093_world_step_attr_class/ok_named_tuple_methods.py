from typing import NamedTuple

import jax
import jax.numpy as np
from flax import struct


class World(NamedTuple):
    p: np.ndarray
    v: np.ndarray

    @jax.jit
    def step(self, dt):
        return self._replace(p=self.p + self.v * dt, v=self.v - 9.8 * dt)


@struct.dataclass
class Planet:
    p: np.ndarray
    name: str = struct.field(pytree_node=False, default="earth")

    @jax.jit
    def step(self, dt):
        return self.replace(p=self.p + dt)


print(World(np.zeros(2), np.ones(2)).step(0.01).p.shape, Planet(np.zeros(2)).step(0.1).name)
