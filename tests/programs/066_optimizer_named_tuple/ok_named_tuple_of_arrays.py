from typing import Any, Callable, NamedTuple

import jax.numpy as jnp
from jax import grad, jit


class LoopState(NamedTuple):
    params: Any
    step: int
    best: float = 0.0


class Optimizer(NamedTuple):
    init: Callable[[Any], Any]
    update: Callable[[Any, Any], Any]


optimizer = Optimizer(lambda p: p, lambda g, p: p - 0.1 * g)


@jit
def episode(state: LoopState):
    g = grad(lambda p: jnp.sum((p - 1) ** 2))(state.params)
    return state._replace(params=optimizer.update(g, state.params), step=state.step + 1)


print(episode(LoopState(optimizer.init(jnp.zeros(2)), 0)).params)
