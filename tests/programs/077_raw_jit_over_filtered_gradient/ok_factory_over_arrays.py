import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class Actor(eqx.Module):
    layers: list
    extra_bias: jax.Array

    def __init__(self, key):
        key1, key2 = jax.random.split(key)
        self.layers = [eqx.nn.Linear(2, 4, key=key1), eqx.nn.Linear(4, 1, key=key2)]
        self.extra_bias = jnp.ones(1)

    def __call__(self, x):
        for layer in self.layers[:-1]:
            x = jax.nn.elu(layer(x))
        return self.layers[-1](x) + self.extra_bias


def loss(model, x):
    return jnp.sum(jax.vmap(model)(x) ** 2)


def make_step_fn(optim):
    @jax.jit
    def step(model, opt_state, x):
        value, grads = jax.value_and_grad(loss)(model, x)
        updates, opt_state = optim.update(grads, opt_state)
        return optax.apply_updates(model, updates), opt_state, value

    return step


model = Actor(jax.random.PRNGKey(0))
optim = optax.adam(1e-2)
model, opt_state, value = make_step_fn(optim)(model, optim.init(model), jnp.ones((3, 2)))
print(value.shape)
