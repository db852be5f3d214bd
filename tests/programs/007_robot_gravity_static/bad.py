from __future__ import annotations

import jax
import jax.numpy as jnp
import jax_dataclasses
from jax_dataclasses import Static


@jax_dataclasses.pytree_dataclass
class RobotModel:
    model_name: Static[str]
    gravity: Static[jax.Array]  # expect: PTL101
    mass: jax.Array

    @classmethod
    def build(cls, name: str, *, gravity=None) -> RobotModel:
        if gravity is None:
            gravity = jnp.array([0.0, 0.0, -9.81])
        return cls(model_name=name, gravity=gravity, mass=jnp.array([1.0, 2.0]))


@jax.jit
def total_weight(model: RobotModel) -> jax.Array:
    return -model.mass.sum() * model.gravity[2]


box1 = RobotModel.build("box")
box2 = RobotModel.build("box")
print(total_weight(box1).round(2))
print(total_weight(box2).round(2))
