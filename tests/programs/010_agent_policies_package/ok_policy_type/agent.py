from typing import Optional, Tuple

import jax.numpy as jnp
from equinox import Module, field


class Agent(Module):
    gamma: jnp.ndarray
    num_controls: Optional[Tuple[int, ...]] = field(static=True)
    num_policies: int = field(static=True)
    policies: jnp.ndarray

    def __init__(self, policy_len, gamma=16.0, num_controls=None):
        self.num_controls = num_controls
        self.gamma = jnp.asarray(gamma)
        self.policies = jnp.zeros((6, policy_len, 2), int)
        self.num_policies = self.policies.shape[0]

    def infer(self, neg_efe):
        return jnp.exp(self.gamma * neg_efe)
