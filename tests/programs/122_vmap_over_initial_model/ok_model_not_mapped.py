import equinox as eqx
import jax
import jax.numpy as jnp


class Scaled(eqx.Module):
    fn: callable
    scale: jax.Array

    def __call__(self, x):
        return self.scale * self.fn(x)


def evaluate(model, x):
    return model(x)


model = Scaled(jnp.tanh, jnp.array(2.0))
print(jax.vmap(evaluate, in_axes=(None, 0))(model, jnp.ones(2)).shape)
print(jax.vmap(model)(jnp.ones(2)).shape)
