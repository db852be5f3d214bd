import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


class BlochSim(eqx.Module):
    t1_map: Float[Array, "x y"]
    flip_angle: Float[Array, " n"]

    def __call__(self, dt):
        relax = jnp.exp(-dt / jax.lax.stop_gradient(self.t1_map))
        return jnp.sin(self.flip_angle).sum() * (1 - relax)


def objective(sim, dt):
    return sim(dt).mean()


sim = BlochSim(jnp.full((3, 3), 900.0), jnp.linspace(0.1, 0.3, 5))
grad = eqx.filter_grad(objective)(sim, 10.0)
print(grad.flip_angle.shape)
