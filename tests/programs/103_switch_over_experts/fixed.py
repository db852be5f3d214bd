import equinox as eqx
import jax.lax as lax
import jax.numpy as jnp
import jax.random as jr


class Mixture(eqx.Module):
    experts: list[eqx.Module]

    def __init__(self, *, key):
        self.experts = [eqx.nn.Linear(1, 1, key=k) for k in jr.split(key, 5)]

    def __call__(self, x, *, key):
        i = jr.randint(key, (), minval=0, maxval=5)
        return lax.switch(i, [lambda x, e=e: e(x) for e in self.experts], x)


m = Mixture(key=jr.PRNGKey(0))
print(m(jnp.array([1.0]), key=jr.PRNGKey(1)).shape)
