import jax
import jax_dataclasses as jdc
import numpy as np


@jdc.pytree_dataclass
class Model:
    name: jdc.Static[str]
    limits: jdc.Static[tuple]
    offset: jax.Array


def joint_limits():
    table = np.array([[-1.0, -0.5], [1.0, 0.5]])
    return tuple(tuple(float(v) for v in row) for row in table)
