import equinox as eqx
import jax.numpy as jnp
from jax.lax import cond


class AbstractController(eqx.Module):
    def aggressive(self, err):
        return 10 * err

    def gentle(self, err):
        return err

    def control(self, err):
        return cond(jnp.abs(err).sum() > 1, self.aggressive, self.gentle, err)


class P(AbstractController):
    kp: float = 2.0

    def aggressive(self, err):
        return self.kp * err


print(P().control(jnp.ones(3)).shape)
