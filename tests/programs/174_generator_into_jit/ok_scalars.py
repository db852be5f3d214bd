import jax
import jax.numpy as jnp


def batches(n):
    for i in range(n):
        yield jnp.ones(2) * i


@jax.jit
def total(acc, batch):
    return acc + batch.sum()


acc = 0.0
for batch in batches(3):
    acc = total(acc, batch)
print(acc)
