import jax
import jax.numpy as jnp
import equinox as eqx


@eqx.filter_jit
@eqx.filter_grad
def loss_fn(model, x, y):
    pred_y = jax.vmap(model)(x)
    return jax.numpy.mean((y - pred_y) ** 2)


batch_size, in_size, out_size = 32, 2, 3
key = jax.random.PRNGKey(0)
model_lin = eqx.nn.Linear(in_size, out_size, key=key)
model_MLP = eqx.nn.MLP(in_size, out_size, 8, 2, key=jax.random.fold_in(key, 1))

x = jnp.zeros((batch_size, in_size))
y = jnp.zeros((batch_size, out_size))
grads_lin = loss_fn(model_lin, x, y)
print(grads_lin.weight.shape)
grads_MLP = loss_fn(model_MLP, x, y)
print(grads_MLP.layers[0].weight.shape)
