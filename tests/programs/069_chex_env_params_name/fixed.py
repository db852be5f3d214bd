import chex
import jax
import jax.numpy as jnp


@chex.dataclass(frozen=True)
class EnvParams:
    max_steps: int = 100
    map_name: str = "corridor"


@chex.dataclass
class EnvState:
    pos: chex.Array
    time: int


def step(key, state, action, params):
    pos = state.pos + action + 0.1 * jax.random.normal(key, state.pos.shape)
    done = state.time + 1 >= params.max_steps
    return EnvState(pos=pos, time=state.time + 1), done


step_fn = jax.jit(step, static_argnames="params")
state = EnvState(pos=jnp.zeros(2), time=0)
state, done = step_fn(jax.random.PRNGKey(0), state, 1.0, EnvParams())
print(bool(done))
