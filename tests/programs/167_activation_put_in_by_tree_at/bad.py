import equinox as eqx
import jax
import jax.numpy as jnp

key = jax.random.PRNGKey(0)
model = eqx.nn.Sequential(
    [
        eqx.nn.Linear(2, 4, key=key),
        eqx.nn.Identity(),
        eqx.nn.Linear(4, 1, key=jax.random.fold_in(key, 1)),
    ]
)


def run(model, x):
    return model(x)


print(jax.jit(run)(model, jnp.ones(2)).shape)
model = eqx.tree_at(lambda m: m.layers[1], model, eqx.nn.Lambda(jax.nn.softplus))
print(jax.jit(run)(model, jnp.ones(2)).shape)  # expect: PTL201
