import jax
import jax.numpy as jnp


def batches(n):
    for i in range(n):
        yield jnp.ones(2) * i


@jax.jit  # expect: PTL201
def total(bs):
    return sum(b.sum() for b in bs)


print(total(batches(3)))
