import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from jax import lax
from zoo import Regressor


def fit(model: Regressor, x, y, n_steps):
    optim = optax.adam(1e-2)
    opt_state = optim.init(eqx.filter(model, eqx.is_array))

    @eqx.filter_grad
    def grad_fn(model):
        return jnp.mean((jax.vmap(model)(x) - y) ** 2)

    params, static = eqx.partition(model, eqx.is_array)

    def body(i, carry):
        params, opt_state = carry
        grads = eqx.filter(grad_fn(eqx.combine(params, static)), eqx.is_array)
        updates, opt_state = optim.update(grads, opt_state)
        return eqx.apply_updates(params, updates), opt_state

    params, _ = lax.fori_loop(0, n_steps, body, (params, opt_state))
    return eqx.combine(params, static)
