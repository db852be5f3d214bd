from dataclasses import dataclass

import jax
import jax.numpy as jnp
import simple_pytree as sp


class DenseEngine:
    def gram(self, kernel, x):
        return jax.vmap(lambda a: jax.vmap(lambda b: kernel(a, b))(x))(x)


ENGINE = DenseEngine()


@dataclass
class RBF(sp.Pytree):
    lengthscale: jax.Array
    engine: DenseEngine = sp.static_field(default=ENGINE)
    name: str = sp.field(pytree_node=False, default="rbf")

    def __call__(self, a, b):
        return jnp.exp(-0.5 * jnp.sum((a - b) ** 2) / self.lengthscale**2)


@jax.jit
def objective(kernel, x):
    return kernel.engine.gram(kernel, x).sum()


for _ in range(2):
    print(objective(RBF(jnp.array(1.0)), jnp.ones((3, 1))).shape)
