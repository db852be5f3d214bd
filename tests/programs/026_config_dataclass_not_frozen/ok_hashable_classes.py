import dataclasses
import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp


@dataclasses.dataclass(unsafe_hash=True)
class Config:
    num_steps: int = 3


@dataclasses.dataclass(eq=False)
class Plain:
    num_steps: int = 3


class Settings(NamedTuple):
    num_steps: int = 3


@functools.partial(jax.jit, static_argnums=1)
def run_steps(data, config):
    return data * 0.9**config.num_steps


for config in (Config(2), Plain(2), Settings(2)):
    print(run_steps(jnp.ones(3), config).round(3))
