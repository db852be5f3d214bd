import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState


@jax.jit
def train_step(state, ids):
    def loss(params):
        return jnp.mean(state.apply_fn({"params": params}, ids))

    return state.apply_gradients(grads=jax.grad(loss)(state.params))


model = nn.Embed(10, 4)
ids = jnp.array([1, 2, 3])
variables = model.init(jax.random.PRNGKey(0), ids)
state = TrainState.create(apply_fn=model.apply, params=variables["params"], tx=optax.adam(0.1))
print(train_step(state, ids).step)
