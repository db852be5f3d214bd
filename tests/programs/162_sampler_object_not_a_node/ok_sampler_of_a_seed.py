import jax
import jax.numpy as jnp
from flax import struct


class Sampler:
    def __init__(self, seed, kind="normal"):
        self.seed = seed
        self.kind = kind

    def __call__(self, shape):
        return getattr(jax.random, self.kind)(jax.random.PRNGKey(self.seed), shape)


SAMPLER = Sampler(0)


@struct.dataclass
class Chain:
    position: jax.Array
    sampler: Sampler = struct.field(pytree_node=False, default=SAMPLER)


step = jax.jit(lambda chain: chain.position + chain.sampler(chain.position.shape))
for _ in range(2):
    print(step(Chain(jnp.zeros(3))).shape)
