import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jrnd
import optax

key = jrnd.PRNGKey(5)
X = jrnd.normal(key, (20, 3))
y = jrnd.normal(jrnd.fold_in(key, 1), (20, 1))
opt = optax.adam(1e-3)


def loss_fn(model):
    return jnp.mean((jax.vmap(model)(X) - y) ** 2)


def epoch(carry, _):
    model, opt_state = carry
    loss, grads = eqx.filter_value_and_grad(loss_fn)(model)
    updates, opt_state = opt.update(grads, opt_state)
    model = eqx.apply_updates(model, updates)
    return (model, opt_state), loss


model = eqx.nn.MLP(X.shape[1], y.shape[1], 6, 3, key=jrnd.fold_in(key, 2))
opt_state = opt.init(eqx.filter(model, eqx.is_inexact_array))
(model, _), history = jax.lax.scan(epoch, (model, opt_state), length=4)  # expect: PTL204
print(history.shape)
