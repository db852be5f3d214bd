import jax
import jax.numpy as jnp
from flax import struct

count = 0


class Sampler:
    def __init__(self, seed):
        self.key = jax.random.PRNGKey(seed)

    def __call__(self, shape):
        return jax.random.normal(self.key, shape)


@struct.dataclass
class Chain:
    position: jax.Array
    sampler: Sampler = struct.field(pytree_node=False)  # expect: PTL105


@jax.jit
def step(chain):
    global count
    count += 1
    return chain.position + chain.sampler(chain.position.shape)


for seed in range(2):
    step(Chain(jnp.zeros(3), Sampler(seed)))
print("traces:", count)
