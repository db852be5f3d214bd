import equinox as eqx
import jax
import jax.numpy as jnp


class Quadratic(eqx.Module):
    tau: float = 1.0

    def lagrangian(self, x):
        return 0.5 * jnp.sum(x**2)


class Softmax(eqx.Module):
    beta: jax.Array

    def lagrangian(self, x):
        return jax.nn.logsumexp(self.beta * x)


class HAM(eqx.Module):
    layers: list
    synapse: jax.Array

    def __init__(self, key):
        self.layers = [Quadratic(), Softmax(jnp.array(1.0))]
        self.synapse = jax.random.normal(key, (4, 3))

    @jax.jit
    def energy(self, xs):
        local = sum(layer.lagrangian(x) for layer, x in zip(self.layers, xs))
        return local - xs[0] @ self.synapse @ xs[1]


print(HAM(jax.random.PRNGKey(0)).energy([jnp.ones(4), jnp.ones(3)]).shape)
