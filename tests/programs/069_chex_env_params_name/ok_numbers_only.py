import chex
import jax
import jax.numpy as jnp


@chex.dataclass(frozen=True)
class EnvParams:
    max_steps: int = 100
    gravity: float = 9.8
    goal: tuple = (1.0, 2.0)


@chex.dataclass
class EnvState:
    pos: chex.Array
    time: int


@jax.jit
def step(state, action, params):
    pos = state.pos + action * params.gravity + jnp.asarray(params.goal)
    return EnvState(pos=pos, time=state.time + 1), state.time + 1 >= params.max_steps


state, done = step(EnvState(pos=jnp.zeros(2), time=0), 1.0, EnvParams())
print(bool(done))
