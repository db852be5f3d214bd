from flax.struct import dataclass, field
from jax import jit
import numpy as np


@dataclass
class Plant:
    c: np.ndarray


@jit
def observe(plant):
    return plant.c.sum() * 1.0


p = Plant(np.ones(10))
q = Plant(np.ones(10))
print(observe(p))
print(observe(q))
