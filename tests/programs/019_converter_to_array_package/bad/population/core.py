import equinox as eqx
import jax.numpy as jnp
from jaxtyping import Array


class ScaledModel(eqx.Module):
    support: Array = eqx.field(static=True, converter=jnp.asarray)  # expect: PTL101
    name: str = eqx.field(static=True)

    def inside(self, x):
        return (x > self.support[0]) & (x < self.support[1])
