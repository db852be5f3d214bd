import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np


def example():
    key = jax.random.PRNGKey(seed=0)
    model = eqx.nn.MLP(2, 1, 4, 3, key=key)
    X = np.random.randn(100, 2).astype(np.float32)
    y = np.random.randn(100, 1).astype(np.float32)

    def nll(model, X, y):
        yp = jax.vmap(model)(X)
        mse = jnp.mean((y - yp) ** 2)
        return mse

    loss = nll(model, X, y)
    print(loss.shape)
    loss = eqx.filter_jit(nll)(model, X, y)
    print(loss.shape)


example()
