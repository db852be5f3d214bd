from typing import Callable

import jax
import jax.numpy as jnp
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class Integrator:
    gain: jax.Array
    dynamics: Callable[[jax.Array, float], jax.Array] = jdc.static_field()


def pendulum(x, t):
    return jnp.stack([x[1], -jnp.sin(x[0])])


@jdc.jit
def simulate(integrator: Integrator, x: jax.Array, steps: jdc.Static[int]):
    def body(i, carry):
        integ, x = carry
        return integ, x + integ.gain * integ.dynamics(x, 0.0)

    return jax.lax.fori_loop(0, steps, body, (integrator, x))[1]


print(simulate(Integrator(jnp.array(0.01), pendulum), jnp.array([0.1, 0.0]), 5).shape)
