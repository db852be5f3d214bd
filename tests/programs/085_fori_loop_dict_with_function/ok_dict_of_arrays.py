from functools import partial

import jax
from jax import lax, numpy as np, random


def log_prob(x):
    return -0.5 * np.sum(x**2)


@partial(jax.jit, static_argnums=(1, 2))
def sample(key, n_samps, N, target=None):
    target = target or log_prob

    def step(i, state):
        key, sub = random.split(state["key"])
        proposal = state["x"] + random.normal(sub, (N,))
        return {"key": key, "x": np.where(target(proposal) > target(state["x"]), proposal, state["x"])}

    settings = {"target": target, "name": "mh"}
    state = dict(key=key, x=np.zeros(N))
    print(sorted(settings))
    return lax.fori_loop(0, n_samps, step, state)["x"]


print(sample(random.PRNGKey(1), 10, 3).shape)
