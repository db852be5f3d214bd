import jax
import jax.numpy as jnp
from env import Env

env = Env(size=3)


def unroll(state, actions):
    def f(s, a):
        s = env.step(s, a)
        return s, s.reward

    return jax.lax.scan(f, state, actions)


final, rewards = unroll(env.reset(), jnp.ones((4, 3)))
print(rewards.shape)
