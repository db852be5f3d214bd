from dataclasses import dataclass, field

import jax
import jax.numpy as jnp
from simple_pytree import Pytree


class DenseEngine:
    def gram(self, kernel, x):
        return jax.vmap(lambda a: jax.vmap(lambda b: kernel(a, b))(x))(x)


@dataclass
class RBF(Pytree):
    lengthscale: jax.Array
    engine: DenseEngine = field(default_factory=DenseEngine)

    def __call__(self, a, b):
        return jnp.exp(-0.5 * jnp.sum((a - b) ** 2) / self.lengthscale**2)

    def gram(self, x):
        return self.engine.gram(self, x)


@jax.jit  # expect: PTL201
def objective(kernel, x):
    return jnp.linalg.slogdet(kernel.gram(x) + jnp.eye(len(x)))[1]


print(objective(RBF(jnp.array(1.0)), jnp.ones((3, 1))).shape)
