import equinox as eqx
import jax
from jax import Array, lax, numpy as jnp


class RecurrentCell(eqx.Module):
    w: Array

    def update(self, state, input) -> tuple[Array, Array]:
        return state, input * self.w


class Decay(eqx.Module):
    rate: float = 0.5
    name: str = eqx.field(static=True, default="decay")

    def update(self, state, input):
        return state * self.rate, input


inputs = jnp.array([1.0, 2.0, 3.0])
cell = RecurrentCell(w=jnp.array(2.0))
print(lax.scan(lambda *a: cell.update(*a), jnp.array([0.0]), inputs)[1])
print(lax.scan(Decay().update, jnp.array([1.0]), inputs)[0])
print(jax.vmap(cell.update)(inputs, inputs)[1], lax.map(lambda x: cell.update(x, x)[1], inputs))
