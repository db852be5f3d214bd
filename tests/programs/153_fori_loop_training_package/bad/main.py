import jax
import jax.numpy as jnp
from train import fit
from zoo import get_model

model = get_model("gelu", key=jax.random.PRNGKey(0))
model = fit(model, jnp.ones((8, 3)), jnp.zeros((8, 1)), n_steps=3)
print(model.head.weight.shape)
