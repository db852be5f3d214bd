import abc

import equinox as eqx
import jax
import jax.numpy as jnp
from jax.lax import cond


class AbstractController(eqx.Module):
    @abc.abstractmethod
    def aggressive(self, err):
        raise TypeError

    @abc.abstractmethod
    def gentle(self, err):
        raise TypeError

    def control(self, err):
        return cond(jnp.abs(err).sum() > 1, lambda e: self.aggressive(e), lambda e: self.gentle(e), err)


class PID(AbstractController):
    kp: jax.Array
    ki: jax.Array

    def aggressive(self, err):
        return self.kp * err

    def gentle(self, err):
        return self.ki * err


print(PID(jnp.array(2.0), jnp.array(0.1)).control(jnp.ones(3)).shape)
