from typing import Callable

import equinox as eqx
import jax
import jax.numpy as jnp


class NeuronLayer(eqx.Module):
    lagrangian: Callable
    shape: tuple = eqx.field(static=True)
    tau: float = 1.0


class HAM(eqx.Module):
    layers: list
    synapse: jax.Array

    def __init__(self, key):
        self.layers = [
            NeuronLayer(lambda x: 0.5 * jnp.sum(x**2), (4,)),
            NeuronLayer(jax.nn.logsumexp, (3,), tau=0.1),
        ]
        self.synapse = jax.random.normal(key, (4, 3))

    @eqx.filter_jit
    def energy(self, xs):
        local = sum(layer.lagrangian(x) for layer, x in zip(self.layers, xs))
        return local - xs[0] @ self.synapse @ xs[1]


ham = HAM(jax.random.PRNGKey(0))
print(ham.energy([jnp.ones(4), jnp.ones(3)]).shape)
