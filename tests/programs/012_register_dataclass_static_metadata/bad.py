import dataclasses

import jax
import numpy as np


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Tree:
    x: np.ndarray = dataclasses.field(metadata={"static": True})  # expect: PTL101
    y: jax.Array | None = None


f = jax.jit(lambda t: t.x * 2)
print(f(Tree(np.arange(4))))
print(f(Tree(np.arange(4))))
