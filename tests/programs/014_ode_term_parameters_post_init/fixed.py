import diffrax as dfx
import equinox as eqx
import jax.numpy as jnp
from jax import Array


class Lorenz(eqx.Module):
    sigma: float
    dim: int = eqx.field(static=True, default=3)

    def __call__(self, t, y, args):
        x, yy, z = jnp.eye(self.dim) @ y
        return jnp.stack([self.sigma * (yy - x), x - yy, -z])


sol = dfx.diffeqsolve(
    dfx.ODETerm(Lorenz(10.0)),
    dfx.Tsit5(),
    0.0,
    0.1,
    0.01,
    jnp.ones(3),
)
print(sol.ys.shape)
