import jax.numpy as jnp
from nn import Linear

print(Linear(jnp.ones((2, 3)), ("in",))(jnp.ones(2)))
