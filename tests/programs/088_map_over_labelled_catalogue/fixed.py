import jax
import jax.numpy as jnp


def summarise(item):
    return item["flux"].sum()


catalogue = {"flux": jnp.ones((4, 3))}
totals = jax.lax.map(summarise, catalogue)
print(totals.shape)
