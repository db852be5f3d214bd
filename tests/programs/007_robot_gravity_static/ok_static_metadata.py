from __future__ import annotations

import jax
import jax.numpy as jnp
import jax_dataclasses
from jax_dataclasses import Static


@jax_dataclasses.pytree_dataclass
class RobotModel:
    model_name: Static[str]
    dofs: Static[int]
    joint_names: Static[tuple[str, ...]]
    gravity: jax.Array
    mass: jax.Array


@jax.jit
def total_weight(model: RobotModel) -> jax.Array:
    return -model.mass.sum() * model.gravity[2] * model.dofs


for _ in range(2):
    robot = RobotModel("box", 2, ("hip", "knee"), jnp.array([0.0, 0.0, -9.81]), jnp.array([1.0, 2.0]))
    print(total_weight(robot).round(2))
