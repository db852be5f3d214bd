import jax
import jax.numpy as jnp
from net import Tower

tower = Tower(3, jax.random.PRNGKey(0))
print(jax.grad(lambda x: tower(x).sum())(jnp.ones(4)).shape)
