import jax.numpy as jnp
from nn.linear import Linear

layer = Linear(jnp.ones((2, 3)), jnp.zeros(3), ("in",), ("out",))
print(layer(jnp.ones(2)))
