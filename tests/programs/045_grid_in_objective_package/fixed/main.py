import jax
import jax.numpy as jnp
from objectives import EffectiveRipple


@jax.jit
def cost(obj, x):
    return obj.compute(x)


for weight in (1.0, 2.0):
    obj = EffectiveRipple(jnp.array(weight), num=4)
    print(cost(obj, jnp.ones(4)).round(3))
