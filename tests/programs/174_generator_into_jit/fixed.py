import jax
import jax.numpy as jnp


def batches(n):
    for i in range(n):
        yield jnp.ones(2) * i


@jax.jit
def total(bs):
    return sum(b.sum() for b in bs)


print(total(list(batches(3))))
