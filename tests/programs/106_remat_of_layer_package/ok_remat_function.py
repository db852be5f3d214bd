import equinox as eqx
import jax
import jax.numpy as jnp
from jax import checkpoint as remat


class Layer(eqx.Module):
    norm: eqx.nn.LayerNorm
    dense: eqx.nn.Linear

    def __call__(self, x):
        return x + self.dense(self.norm(x))


@remat
def apply(layer, x):
    return layer(x)


layers = [Layer(eqx.nn.LayerNorm(4), eqx.nn.Linear(4, 4, key=jax.random.PRNGKey(i))) for i in range(2)]
x = jnp.ones(4)
for layer in layers:
    x = apply(layer, x)
print(x.shape)
