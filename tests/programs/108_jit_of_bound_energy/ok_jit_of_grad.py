import equinox as eqx
import jax
import jax.numpy as jnp


class Potential(eqx.Module):
    centre: jax.Array
    depth: jax.Array

    def energy(self, x):
        return -self.depth * jnp.exp(-jnp.sum((x - self.centre) ** 2))


def minimise(potential, x, steps=3):
    force = jax.jit(jax.grad(lambda y: potential.energy(y)))
    curvature = jax.hessian(potential.energy)
    for _ in range(steps):
        x = x - 0.1 * force(x)
    return jax.make_jaxpr(potential.energy)(x).out_avals[0].shape, curvature(x).shape


print(minimise(Potential(jnp.zeros(2), jnp.array(1.0)), jnp.ones(2)))
