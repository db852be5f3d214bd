from typing import Callable

import equinox as eqx
import jax
import jax.numpy as jnp


class LinearGaussianKernel(eqx.Module):
    params: dict
    mapping: Callable
    log_density: Callable

    def __init__(self, params):
        self.params = params
        self.mapping = lambda p, x: p["w"] @ x + p["b"]
        self.log_density = lambda p, x: -0.5 * jnp.sum((x / jnp.exp(p["log_std"])) ** 2)


def transform_kernel(carry, offset):
    params = dict(carry)
    params["b"] = params["b"] + offset
    return params, params["b"]


some_kernel = LinearGaussianKernel(
    {"w": jnp.eye(2), "b": jnp.zeros(2), "log_std": jnp.zeros(2)},
)
last_kernel, all_b = jax.lax.scan(
    transform_kernel,
    init=some_kernel.params,
    xs=jnp.ones((10, 2)),
)
print(all_b.shape)
