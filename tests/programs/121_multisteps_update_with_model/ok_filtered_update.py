import equinox as eqx
import jax
import jax.numpy as jnp
import optax

model = eqx.nn.MLP(2, 2, 2, 2, key=jax.random.PRNGKey(0xFF))
optim = optax.sgd(1e-2)
opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))


@eqx.filter_jit
def train_step(model, opt_state, x):
    grad = eqx.filter_grad(lambda m, x: jax.vmap(m)(x).mean())(model, x)
    updates, opt_state = optim.update(grad, opt_state)
    return eqx.apply_updates(model, updates), opt_state


model, opt_state = train_step(model, opt_state, jnp.zeros((4, 2)))
print(model.layers[0].weight.shape)
