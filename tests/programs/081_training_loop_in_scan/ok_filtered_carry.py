import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jrnd
import optax

key = jrnd.PRNGKey(5)
X, y = jrnd.normal(key, (20, 3)), jrnd.normal(jrnd.fold_in(key, 1), (20, 1))
opt = optax.adam(1e-3)
model = eqx.nn.MLP(X.shape[1], y.shape[1], 6, 3, key=jrnd.fold_in(key, 2))
params, static = eqx.partition(model, eqx.is_inexact_array)


def epoch(carry, _):
    params, opt_state = carry
    loss, grads = jax.value_and_grad(
        lambda p: jnp.mean((jax.vmap(eqx.combine(p, static))(X) - y) ** 2)
    )(params)
    updates, opt_state = opt.update(grads, opt_state)
    return (optax.apply_updates(params, updates), opt_state), loss


carry, history = jax.lax.scan(epoch, (params, opt.init(params)), length=4)
print(history.shape)
