import dataclasses
import functools

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Config:
    num_steps: int = 3
    lr: float = 0.1


@functools.partial(jax.jit, static_argnums=1)
def run_steps(data, config):
    for _ in range(config.num_steps):
        data = data - config.lr * data
    return data


def evaluate():
    config = Config(num_steps=2)
    return run_steps(jnp.ones(3), config)


print(evaluate().round(3))
