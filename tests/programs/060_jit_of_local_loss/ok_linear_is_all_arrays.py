import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np


def example():
    key = jax.random.PRNGKey(seed=0)
    model = eqx.nn.Linear(2, 1, key=key)
    mlp = eqx.nn.MLP(2, 1, 4, 3, key=jax.random.fold_in(key, 1))
    X = np.ones((100, 2), np.float32)
    y = np.ones((100, 1), np.float32)

    def nll(model, X, y):
        yp = jax.vmap(model)(X)
        return jnp.mean((y - yp) ** 2)

    print(jax.jit(nll)(model, X, y).shape)
    print(jax.jit(lambda X, y: nll(mlp, X, y))(X, y).shape)


example()
