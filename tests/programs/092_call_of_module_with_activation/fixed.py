import equinox as eqx
import jax
import jax.numpy as jnp


class LinearAndActivation(eqx.Module):
    m: eqx.Module
    act: callable

    def __init__(self, n_in, n_out, act, key):
        self.m = eqx.nn.Linear(n_in, n_out, key=key)
        self.act = act

    @eqx.filter_jit
    def __call__(self, x):
        x = self.m(x)
        return self.act(x)


layer = LinearAndActivation(2, 3, jax.nn.relu, jax.random.PRNGKey(0))
print(layer(jnp.ones(2)).shape)
