import jax
import jax.numpy as jnp
from modelling import MyModule
from steps import evaluate

mymodule = MyModule(jax.random.PRNGKey(0))
print(evaluate(jnp.ones(3), mymodule=mymodule, myfunction=jnp.sum))
