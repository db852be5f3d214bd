from typing import Optional, Tuple

import control
import jax.numpy as jnp
from equinox import Module, field


class Agent(Module):
    gamma: jnp.ndarray
    num_controls: Tuple[int, ...] = field(static=True)
    policy_len: int = field(static=True)
    policies: Optional[jnp.ndarray] = field(static=True)  # expect: PTL101

    def __init__(self, num_controls, policy_len=1, gamma=16.0, policies=None):
        self.num_controls = tuple(num_controls)
        self.policy_len = policy_len
        self.gamma = jnp.asarray(gamma)
        if policies is None:
            policies = control.construct_policies(num_controls, policy_len)
        self.policies = policies

    def infer(self, neg_efe):
        return jnp.exp(self.gamma * neg_efe) * self.policies.shape[0]
