import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class Regressor(eqx.Module):
    body: eqx.nn.Linear
    act: "callable"

    def __call__(self, x):
        return self.act(self.body(x))


@eqx.filter_jit
def step(model, opt_state, x, optim):
    grads = eqx.filter_grad(lambda m: jnp.mean(jax.vmap(m)(x) ** 2))(model)
    updates, opt_state = optim.update(grads, opt_state)
    return eqx.apply_updates(model, updates), opt_state


model = Regressor(eqx.nn.Linear(3, 1, key=jax.random.PRNGKey(0)), jax.nn.gelu)
optim = optax.adam(1e-2)
opt_state = optim.init(eqx.filter(model, eqx.is_array))
for _ in range(3):
    model, opt_state = step(model, opt_state, jnp.ones((8, 3)), optim)
print(model.body.weight.shape)
