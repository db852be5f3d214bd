import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from network import CNN

optim = optax.MultiSteps(optax.adamw(1e-3), every_k_schedule=2)


def loss(model, x, y):
    return jnp.mean((jax.vmap(model)(x) - y) ** 2)


@eqx.filter_jit
def make_step(model, opt_state, x, y):
    value, grads = eqx.filter_value_and_grad(loss)(model, x, y)
    params = eqx.filter(model, eqx.is_inexact_array)
    updates, opt_state = optim.update(grads, opt_state, params)
    return eqx.apply_updates(model, updates), opt_state, value


model = CNN(jax.random.PRNGKey(0))
opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))
for _ in range(2):
    model, opt_state, value = make_step(model, opt_state, jnp.ones((2, 1, 8, 8)), jnp.ones((2, 1)))
print(value.shape)
