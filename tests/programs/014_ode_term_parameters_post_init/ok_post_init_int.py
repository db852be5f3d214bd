import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array


class Lorenz(eqx.Module):
    matrix: Array
    dim: int = eqx.field(static=True)
    size: float = eqx.field(static=True)

    def __init__(self, matrix: Array):
        self.matrix = matrix
        self.dim = self.matrix.shape[0]
        self.size = float(self.matrix.size)

    def __call__(self, t, y, args):
        return self.matrix @ y / self.size


print(jax.jit(lambda m, y: m(0.0, y, None))(Lorenz(jnp.eye(3)), jnp.ones(3)))
