import equinox as eqx
import jax
import jax.numpy as jnp


class Frame(eqx.Module):
    channels: list
    psf: jnp.ndarray


class Observation(eqx.Module):
    data: jnp.ndarray
    frame: Frame

    def residual(self, model):
        return jnp.sum((self.data - model) ** 2)


class Scene(eqx.Module):
    flux: jnp.ndarray

    def fit(self, observation, max_iter=2):
        def _loss(flux, obs):
            return obs.residual(flux[:, None, None] * jnp.ones((5, 4, 4)))

        step = eqx.filter_jit(lambda f, obs: f - 0.01 * jax.grad(_loss)(f, obs))
        flux = self.flux
        for _ in range(max_iter):
            flux = step(flux, observation)
        return Scene(flux)


frame = Frame(channels=[ch for ch in "grizy"], psf=jnp.ones((3, 3)))
obs = Observation(jnp.ones((5, 4, 4)), frame)
print(Scene(jnp.zeros(5)).fit(obs).flux.shape)
