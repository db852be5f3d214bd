import jax
import jax.numpy as jnp


def train_step(params, batch, *, deterministic, rng):
    noise = 0.0 if deterministic else jax.random.normal(rng, batch.shape)
    return jax.tree.map(lambda p: p - 0.1 * jnp.mean(batch + noise), params)


p_train_step = jax.jit(train_step, static_argnames=("deterministic",))
rng = jax.random.PRNGKey(42)
params = {"w": jnp.ones(3)}
for step in range(2):
    rng, step_rng = jax.random.split(rng)
    params = p_train_step(params, jnp.ones(4), deterministic=bool(step), rng=step_rng)
print(params["w"].shape)
