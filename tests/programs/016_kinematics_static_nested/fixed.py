import jax
import jax.numpy as jnp
from flax import struct


@struct.dataclass
class KinParams:
    inertia: jax.Array
    lengths: jax.Array


@struct.dataclass
class Arm:
    q: jax.Array
    kin: KinParams


def make_arm():
    return Arm(q=jnp.zeros(2), kin=KinParams(jnp.ones(2), jnp.array([0.3, 0.4])))


@jax.jit
def tip(arm):
    return jnp.sum(arm.kin.lengths * jnp.cos(arm.q))


print(tip(make_arm()).round(3))
print(tip(make_arm()).round(3))
