import collections
import dataclasses
import functools
from typing import Any, NamedTuple

import chex
import jax
import jax.numpy as jnp
import numpy as np


class Batch(NamedTuple):
    x: Any
    mask: Any = None


@chex.dataclass
class Params:
    w: chex.Array
    scale: float = 1.0


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class State:
    step: int
    rng: jax.Array
    name: str = dataclasses.field(default="s", metadata=dict(static=True))


@jax.tree_util.register_static
@dataclasses.dataclass(frozen=True)
class Config:
    activation: str = "relu"
    width: int = 4


@jax.jit
def step(params, batch, state, config, flag=True, extra=None):
    y = getattr(jax.nn, config.activation)(batch.x @ params.w) * params.scale
    y = jnp.where(flag, y, -y)
    return y.sum(), dataclasses.replace(state, step=state.step + 1)


out, state = step(
    Params(w=np.ones((3, 2))),
    Batch(np.float32(1.0) * np.ones((4, 3))),
    State(0, jax.random.key(0)),
    Config(),
    np.bool_(True),
    extra={"history": [1, 2.0, (3j, None)], "od": collections.OrderedDict(a=jnp.ones(1))},
)
print(out, state.step)
print(functools.reduce(jax.jit(jnp.add), [1, 2.0, np.ones(2)]))
