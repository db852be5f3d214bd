import equinox as eqx
import jax.numpy as jnp
from jaxtyping import Array


class ScaledModel(eqx.Module):
    support: tuple[float, float] = eqx.field(static=True, converter=tuple)


class PowerlawPeak(ScaledModel):
    alpha: Array = eqx.field(converter=jnp.asarray)

    def log_prob(self, x):
        low, high = self.support
        return jnp.where((x > low) & (x < high), -self.alpha * jnp.log(x), -jnp.inf)
