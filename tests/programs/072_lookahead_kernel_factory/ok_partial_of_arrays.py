import functools

import jax
import jax.numpy as jnp


def random_walk(logpdf, step_size, rng_key, state):
    proposal = state + step_size * jax.random.normal(rng_key, state.shape)
    return jnp.where(logpdf(proposal) > logpdf(state), proposal, state)


@functools.partial(jax.jit, static_argnames=("logpdf",))
def update_chain(rng_key, chain_state, *, logpdf):
    return random_walk(logpdf, 0.1, rng_key, chain_state)


@jax.jit
def update_with(kernel, rng_key, state):
    return kernel(rng_key, state)


def logpdf(x):
    return -0.5 * jnp.sum(x**2)


key = jax.random.PRNGKey(0)
print(update_chain(key, jnp.zeros(2), logpdf=logpdf).shape)
kernel = jax.tree_util.Partial(functools.partial(random_walk, logpdf), 0.1)
print(update_with(kernel, jax.random.PRNGKey(1), jnp.zeros(2)).shape)
