import jax
import jax.numpy as jnp
from training.loop import fit
from training.state import create_state

state = create_state(jax.random.PRNGKey(0), jnp.ones((4, 3)))
print(fit(state, jnp.ones((4, 3)), epochs=2).step)
