import equinox as eqx
import jax


def f(carry, xs, a):
    return carry + a, carry + a


scan_fn = eqx.Partial(f, a=10)

carry, y = jax.lax.scan(  # expect: PTL207
    scan_fn,
    init=0,
    xs=None,
    length=3,
)
print(carry, y)
