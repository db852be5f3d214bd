import equinox as eqx
import jax
import jax.numpy as jnp


class Frame(eqx.Module):
    channels: tuple[str, ...] = eqx.field(static=True, converter=tuple)
    psf: jnp.ndarray


class Observation(eqx.Module):
    data: jnp.ndarray
    frame: Frame

    def residual(self, model):
        return jnp.sum((self.data - model) ** 2) * len(self.frame.channels)


frame = Frame(channels=[ch for ch in "grizy"], psf=jnp.ones((3, 3)))
obs = Observation(jnp.ones((5, 4, 4)), frame)
step = jax.jit(lambda f, obs: f - 0.01 * jax.grad(lambda f: obs.residual(f[:, None, None]))(f))
print(step(jnp.zeros(5), obs).shape)
