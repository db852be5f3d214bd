import jax
import jax.numpy as jnp
from objectives import EffectiveRipple

cost = jax.jit(lambda obj, x: obj.compute(x))
for weight in (1.0, 2.0):
    print(cost(EffectiveRipple(jnp.array(weight), num=4), jnp.ones(4)).round(3))
