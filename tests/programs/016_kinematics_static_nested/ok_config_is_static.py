import jax
import jax.numpy as jnp
from flax import struct


@struct.dataclass
class KinConfig:
    joints: int = 2
    solver: str = "rk4"


@struct.dataclass
class Arm:
    q: jax.Array
    kin: KinConfig = struct.field(pytree_node=False)


@jax.jit
def tip(arm):
    return jnp.sum(jnp.cos(arm.q)) * arm.kin.joints


for _ in range(2):
    print(tip(Arm(jnp.zeros(2), KinConfig())).round(3))
