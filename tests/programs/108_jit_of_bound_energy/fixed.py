import equinox as eqx
import jax
import jax.numpy as jnp


class Potential(eqx.Module):
    centre: jax.Array
    depth: jax.Array

    def energy(self, x):
        return -self.depth * jnp.exp(-jnp.sum((x - self.centre) ** 2))


def minimise(potential, x, steps=3):
    energy = eqx.filter_jit(potential.energy)
    force = jax.grad(potential.energy)
    for _ in range(steps):
        x = x - 0.1 * force(x)
    return energy(x)


potential = Potential(jnp.zeros(2), jnp.array(1.0))
print(minimise(potential, jnp.ones(2)).shape)
