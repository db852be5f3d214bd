from typing import Callable

import jax
import jax.numpy as jnp
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class Integrator:
    dynamics: jdc.Static[Callable[[jax.Array, float], jax.Array]]
    order: jdc.Static[int] = 1


@jdc.pytree_dataclass
class SimState:
    x: jax.Array
    integrator: Integrator


def pendulum(x, t):
    return jnp.stack([x[1], -jnp.sin(x[0])])


def simulate(state: SimState, steps: int, dt: float = 0.01) -> SimState:
    def body(i, s):
        with jdc.copy_and_mutate(s) as new:
            new.x = s.x + dt * s.integrator.dynamics(s.x, i * dt)
        return new

    return jax.lax.fori_loop(0, steps, body, state)


state = SimState(jnp.array([0.1, 0.0]), Integrator(pendulum))
print(simulate(state, 5).x.shape)
