import jax
import jax.numpy as jnp
from layers import Layer

model = Layer(3, "relu", key=jax.random.PRNGKey(0))
print(jax.eval_shape(lambda m, x: m(x), model, jnp.ones(3)).shape)
