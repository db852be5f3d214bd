import jax
import jax.numpy as jnp
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class Ragged:
    lengths: jnp.ndarray
    # jax_dataclasses leaves init=False fields out of the tree, and runs __post_init__ again.
    offsets: jnp.ndarray = jdc.static_field(init=False, repr=False)

    def __post_init__(self):
        object.__setattr__(self, "offsets", jnp.cumsum(self.lengths))


@jax.jit
def total(r):
    return r.lengths.sum() + r.offsets[-1]


for _ in range(2):
    print(total(Ragged(jnp.arange(4))))
