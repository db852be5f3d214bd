import jax
from jax import lax, numpy as np, random


def log_prob(x):
    return -0.5 * np.sum(x**2)


def sample(key, n_samps, N):
    def step(i, state):
        key, sub = random.split(state["key"])
        proposal = state["x"] + random.normal(sub, (N,))
        better = state["target"](proposal) > state["target"](state["x"])
        return {**state, "key": key, "x": np.where(better, proposal, state["x"])}

    state = dict(key=key, x=np.zeros(N), target=log_prob)
    return lax.fori_loop(0, n_samps, step, state)["x"]  # expect: PTL204


print(sample(random.PRNGKey(1), 10, 3).shape)
