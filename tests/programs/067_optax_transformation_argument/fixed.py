import jax
import jax.numpy as jnp
import optax


def loss_fn(params, data, targets):
    return jnp.mean((params["weights"] @ data + params["bias"] - targets) ** 2)


@jax.jit
def update_step_jit(params, opt_state, data, targets):
    grads = jax.grad(loss_fn)(params, data, targets)
    updates, opt_state = opt.update(grads, opt_state)
    params = optax.apply_updates(params, updates)
    return params, opt_state


opt = optax.adam(learning_rate=0.3)
data = jnp.ones((3, 5))
targets = jnp.zeros(5)
params = {"weights": jnp.ones(3), "bias": jnp.array(0.0)}
opt_state = opt.init(params)
for i in range(2):
    params, opt_state = update_step_jit(params, opt_state, data, targets)
print(params["bias"].shape)
