import functools

import jax
import jax.numpy as jnp
import optax


def loss_fn(params, data):
    return jnp.mean((params["weights"] @ data) ** 2)


@functools.partial(jax.jit, static_argnums=0)
def update_step(opt, params, opt_state, data):
    grads = jax.grad(loss_fn)(params, data)
    updates, opt_state = opt.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


@jax.jit
def count(opt_state):
    return opt_state[0].count + 1


params = {"weights": jnp.ones(3)}
opt = optax.adam(0.3)
opt_state = opt.init(params)
params, opt_state = update_step(opt, params, opt_state, jnp.ones((3, 5)))
print(count(opt_state))
