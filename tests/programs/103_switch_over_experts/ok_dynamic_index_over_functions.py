import equinox as eqx
import jax
import jax.lax as lax
import jax.numpy as jnp
import jax.random as jr


class Mixture(eqx.Module):
    experts: eqx.nn.Linear

    def __init__(self, *, key):
        self.experts = eqx.filter_vmap(lambda k: eqx.nn.Linear(1, 1, key=k))(jr.split(key, 5))

    def __call__(self, x, *, key):
        i = jr.randint(key, (), minval=0, maxval=5)
        expert = jax.tree.map(lambda leaf: leaf[i], self.experts)
        return lax.switch(i % 2, [jnp.tanh, jax.nn.relu], expert(x))


m = Mixture(key=jr.PRNGKey(0))
print(m(jnp.array([1.0]), key=jr.PRNGKey(1)).shape)
