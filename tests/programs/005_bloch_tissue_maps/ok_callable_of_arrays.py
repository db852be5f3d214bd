from collections.abc import Callable

import equinox as eqx
import jax.numpy as jnp
from jaxtyping import Array, Float


def mono_exponential(t: Float[Array, " n"]) -> Float[Array, " n"]:
    return jnp.exp(-t / 900.0)


class BlochSim(eqx.Module):
    relax: Callable[[Float[Array, " n"]], Float[Array, " n"]] = eqx.field(static=True)
    flip_angle: Float[Array, " n"]

    def __call__(self, dt):
        return jnp.sin(self.flip_angle) * self.relax(dt * jnp.ones_like(self.flip_angle))


sim = BlochSim(mono_exponential, jnp.linspace(0.1, 0.3, 5))
print(eqx.filter_grad(lambda s: s(10.0).sum())(sim).flip_angle.shape)
