import equinox as eqx
import jax
import jax.numpy as jnp


class SplineBasis(eqx.Module):
    coef: jax.Array
    knots: list[jax.Array]
    degree: int = eqx.field(static=True, default=3)

    def __call__(self, x):
        feats = [jnp.maximum(x - k, 0).sum() for k in self.knots]
        return self.coef @ jnp.stack(feats)


basis = SplineBasis(jnp.ones(2), [jnp.linspace(0, 1, 4), jnp.linspace(0, 2, 4)])
print(basis(0.5).shape)
