import equinox as eqx
import jax
import jax.numpy as jnp
import optax

key = jax.random.PRNGKey(0xFF)
model = eqx.nn.MLP(2, 2, 2, 2, key=key)


def dummy_loss(model, x):
    return jax.vmap(model)(x).mean()


optim = optax.MultiSteps(optax.adamw(1e-2), 2)
opt_state = optim.init(eqx.filter(model, eqx.is_array))


@eqx.filter_jit
def train_step(model, opt_state, x):
    grad = eqx.filter_grad(dummy_loss)(model, x)
    updates, opt_state = optim.update(grad, opt_state, model)  # expect: PTL210
    model = eqx.apply_updates(model, updates)
    return model, opt_state


model, opt_state = train_step(model, opt_state, jnp.zeros((4, 2)))
print(model.layers[0].weight.shape)
