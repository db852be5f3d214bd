from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="n_components")
def _fit_full(x, n_components):
    _, _, Vt = jnp.linalg.svd(x - x.mean(axis=0), full_matrices=False)
    return Vt[:n_components]


@jax.jit
def fit(x):
    return _fit_full(x, x.shape[1] - 1)


def fit_many(xs, n_components=2):
    return jax.vmap(partial(_fit_full, n_components=n_components))(xs)


x = jnp.arange(12.0).reshape(4, 3)
print(fit(x).shape, fit_many(x[None]).shape)
