import jax
import jax.numpy as jnp
import equinox as eqx


@jax.jit
@jax.grad
def loss_fn(model, x, y):
    pred_y = jax.vmap(model)(x)
    return jnp.mean((y - pred_y) ** 2)


key = jax.random.PRNGKey(0)
model_lin = eqx.nn.Linear(2, 3, key=jax.random.fold_in(key, 2))
model_seq = eqx.nn.Sequential([eqx.nn.Linear(2, 4, key=key), eqx.nn.Linear(4, 3, key=jax.random.fold_in(key, 1))])
x, y = jnp.zeros((32, 2)), jnp.zeros((32, 3))
for model in (model_lin, model_seq):
    print(jax.tree.map(jnp.shape, jax.tree.leaves(loss_fn(model, x, y))))
