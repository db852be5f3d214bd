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

    def body(i, carry):
        model, opt_state = carry
        updates, opt_state = optim.update(grad_fn(model), opt_state)
        return eqx.apply_updates(model, updates), opt_state

    model, _ = lax.fori_loop(0, n_steps, body, (model, opt_state))  # expect: PTL204
    return model
