import jax
import jax.numpy as jnp


def random_walk_kernel(logpdf, step_size):
    def kernel(rng_key, state):
        proposal = state + step_size * jax.random.normal(rng_key, state.shape)
        accept = logpdf(proposal) > logpdf(state)
        return jnp.where(accept, proposal, state)

    return kernel


@jax.jit(static_argnums=(1, 2))
def update_chain(rng_key, kernel_factory, logpdf, chain_state):
    kernel = kernel_factory(logpdf, 0.1)
    return kernel(rng_key, chain_state)


def logpdf(x):
    return -0.5 * jnp.sum(x**2)


state = jnp.zeros(2)
for key in jax.random.split(jax.random.PRNGKey(0), 2):
    state = update_chain(key, random_walk_kernel, logpdf, state)
print(state.shape)
