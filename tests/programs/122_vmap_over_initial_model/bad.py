import equinox as eqx
import jax
import jax.numpy as jnp


class Scaled(eqx.Module):
    fn: callable
    scale: jax.Array

    def __call__(self, x):
        return self.scale * self.fn(x)


@jax.vmap
def make(scale):
    return scale


def evaluate(model, x):
    return model(x)


models = Scaled(jnp.tanh, make(jnp.arange(3.0)))
out = jax.vmap(evaluate, in_axes=(0, None))(models, jnp.ones(2))  # expect: PTL203
print(out.shape)
