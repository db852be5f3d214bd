import itertools

import jax.numpy as jnp


def construct_policies(num_controls, policy_len):
    options = [range(n) for n in num_controls]
    steps = list(itertools.product(*options))
    sequences = list(itertools.product(steps, repeat=policy_len))
    return jnp.asarray(sequences)
