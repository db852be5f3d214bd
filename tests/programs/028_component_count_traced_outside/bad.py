from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp


class PCAState(NamedTuple):
    components: jax.Array
    means: jax.Array


@partial(jax.jit, static_argnames="n_components")
def _fit_full(x, n_components):
    means = x.mean(axis=0, keepdims=True)
    _, _, Vt = jnp.linalg.svd(x - means, full_matrices=False)
    return PCAState(components=Vt[:n_components], means=means)


@jax.jit
def fit(x, n_components):
    return _fit_full(x, n_components)  # expect: PTL102


state = fit(jnp.arange(12.0).reshape(4, 3), 2)
print(state.components.shape)
