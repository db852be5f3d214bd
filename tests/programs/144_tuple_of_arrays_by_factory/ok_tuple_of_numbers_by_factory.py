import equinox as eqx
import jax.numpy as jnp
from jax import Array


def default_bounds():
    return (float(jnp.zeros(())), jnp.ones(()).item())


class BoxConstraint(eqx.Module):
    weight: Array
    bounds: tuple = eqx.field(static=True, default_factory=default_bounds)

    def penalty(self, x):
        low, high = self.bounds
        return self.weight * jnp.sum(jnp.clip(x, low, high))


print(eqx.filter_jit(lambda c, x: c.penalty(x))(BoxConstraint(jnp.array(2.0)), jnp.full(2, 1.5)))
