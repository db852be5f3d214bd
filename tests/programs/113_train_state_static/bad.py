import jax
import jax.numpy as jnp
import optax
from flax.training import train_state


def apply_fn(params, x):
    return params["w"] * x


def eval_step(state, deterministic, batch):
    out = state.apply_fn(state.params, batch)
    return out if deterministic else out + 1


state = train_state.TrainState.create(
    apply_fn=apply_fn,
    params={"w": jnp.ones(3)},
    tx=optax.adam(1e-3),
)
p_eval_step = jax.jit(eval_step, static_argnums=(0, 1))  # expect: PTL208
print(p_eval_step(state, True, jnp.ones(3)))
