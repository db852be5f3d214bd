from typing import Any, Callable, NamedTuple

import jax.numpy as jnp
from jax import grad, jit
from jax.example_libraries import optimizers

OptState = Any


class Optimizer(NamedTuple):
    init: Callable[[Any], OptState]
    update: Callable[[int, Any, OptState], OptState]
    get: Callable[[OptState], Any]


def episode(optimizer, opt_state, steps):
    for i in range(3):
        g = grad(lambda p: jnp.sum((p - 1) ** 2))(optimizer.get(opt_state))
        opt_state = optimizer.update(i, g, opt_state)
    return opt_state


optimizer = Optimizer(*optimizers.adam(step_size=1e-3))
state = jit(episode, static_argnums=0)(optimizer, optimizer.init(jnp.zeros(2)), 3)
print(optimizer.get(state).shape)
