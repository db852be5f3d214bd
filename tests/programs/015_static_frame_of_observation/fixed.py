import equinox as eqx
import jax.numpy as jnp


class Box(eqx.Module):
    shape: tuple = eqx.field(static=True)
    origin: tuple = eqx.field(static=True, default=(0, 0))


class Frame(eqx.Module):
    bbox: Box
    psf: jnp.ndarray
    channels: tuple = eqx.field(static=True)


class Observation(eqx.Module):
    data: jnp.ndarray
    weights: jnp.ndarray
    frame: Frame

    def log_likelihood(self, model):
        return -0.5 * jnp.sum(self.weights * (model - self.data) ** 2)


frame = Frame(Box((2, 5, 5)), psf=jnp.ones((3, 3)) / 9, channels=("g", "r"))
obs = Observation(jnp.zeros((2, 5, 5)), jnp.ones((2, 5, 5)), frame)
print(obs.log_likelihood(jnp.ones((2, 5, 5))))
