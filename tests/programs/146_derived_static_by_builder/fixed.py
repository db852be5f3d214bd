import jax
import jax.numpy as jnp
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class Ragged:
    lengths: jnp.ndarray
    offsets: jnp.ndarray

    @staticmethod
    def build(lengths):
        return Ragged(lengths, jnp.cumsum(lengths))


@jax.jit
def total(r):
    return r.lengths.sum() + r.offsets[-1]


print(total(Ragged.build(jnp.arange(4))))
print(total(Ragged.build(jnp.arange(4))))
