import dataclasses

import jax
import jax.numpy as jnp
import numpy as np


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Tree:
    x: np.ndarray
    name: str = dataclasses.field(default="tree", metadata={"static": True, "doc": "np.ndarray"})
    dtype: np.dtype = dataclasses.field(default=np.dtype("float32"), metadata=dict(static=True))


f = jax.jit(lambda t: jnp.asarray(t.x * 2, t.dtype))
for _ in range(2):
    print(f(Tree(np.arange(4))))
