import jax
import jax.numpy as jnp
from flax import struct

count = 0


@struct.dataclass
class Sampler:
    key: jax.Array

    def __call__(self, shape):
        return jax.random.normal(self.key, shape)


@struct.dataclass
class Chain:
    position: jax.Array
    sampler: Sampler


@jax.jit
def step(chain):
    global count
    count += 1
    return chain.position + chain.sampler(chain.position.shape)


for seed in range(2):
    step(Chain(jnp.zeros(3), Sampler(jax.random.PRNGKey(seed))))
print("traces:", count)
