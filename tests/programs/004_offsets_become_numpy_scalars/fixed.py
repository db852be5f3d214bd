import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np


class SparseDIA(eqx.Module):
    offsets: tuple[int, ...] = eqx.field(static=True)
    diags: jax.Array

    def __matmul__(self, other):
        left = np.asarray(self.offsets)
        right = np.asarray(other.offsets)
        out_offsets = np.unique(left[:, None] + right[None, :])
        out_diags = jnp.zeros((len(out_offsets), self.diags.shape[-1]))
        return SparseDIA(tuple(out_offsets.tolist()), out_diags)


a = SparseDIA((-1, 1), jnp.ones((2, 4)))
print(len((a @ a).offsets))
