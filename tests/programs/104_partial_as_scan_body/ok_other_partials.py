import functools

import equinox as eqx
import jax
import jax.numpy as jnp


def f(carry, xs, a):
    return carry + a, carry + a


for scan_fn in (functools.partial(f, a=10), jax.tree_util.Partial(f, a=10)):
    carry, y = jax.lax.scan(scan_fn, init=0, xs=None, length=3)
    print(carry, y)
part = eqx.Partial(f, a=jnp.array(10))
print(jax.lax.scan(lambda c, x: part(c, x), 0, None, length=3)[0])
