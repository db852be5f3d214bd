import functools

import jax


def f(carry, xs, a):
    return carry + a, carry + a


scan_fn = functools.partial(f, a=10)

carry, y = jax.lax.scan(
    scan_fn,
    init=0,
    xs=None,
    length=3,
)
print(carry, y)
