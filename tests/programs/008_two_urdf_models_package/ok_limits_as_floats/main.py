import jax
import jax.numpy as jnp
from robot import Model, joint_limits


@jax.jit
def reset_base(model, position):
    return position + model.offset + model.limits[0][0]


for _ in range(2):
    print(reset_base(Model("stickBot", joint_limits(), jnp.zeros(3)), 1.0))
