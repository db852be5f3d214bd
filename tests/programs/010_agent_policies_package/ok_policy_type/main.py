import jax.numpy as jnp
from agent import Agent

agent = Agent(policy_len=2)
print(agent.infer(jnp.zeros(6)).shape, agent.num_policies)
