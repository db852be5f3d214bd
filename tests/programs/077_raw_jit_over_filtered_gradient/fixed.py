import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class Actor(eqx.Module):
    layers: list
    extra_bias: jax.Array

    def __init__(self, key):
        key1, key2 = jax.random.split(key)
        self.layers = [eqx.nn.Linear(2, 4, key=key1), jax.nn.elu, eqx.nn.Linear(4, 1, key=key2)]
        self.extra_bias = jnp.ones(1)

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x + self.extra_bias


def loss(model, x):
    return jnp.sum(jax.vmap(model)(x) ** 2)


def make_step_fn(optim):
    def step(model, opt_state, x):
        value, grads = eqx.filter_value_and_grad(loss)(model, x)
        updates, opt_state = optim.update(grads, opt_state)
        return eqx.apply_updates(model, updates), opt_state, value

    return eqx.filter_jit(step)


model = Actor(jax.random.PRNGKey(0))
optim = optax.sgd(1e-2)
step = make_step_fn(optim)
opt_state = optim.init(eqx.filter(model, eqx.is_array))
model, opt_state, value = step(model, opt_state, jnp.ones((3, 2)))
print(value.shape)
