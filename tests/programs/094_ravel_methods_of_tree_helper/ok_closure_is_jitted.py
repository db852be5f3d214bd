import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import tree_flatten, tree_unflatten


class NN_Tree(object):
    def __init__(self, pytree):
        flattened, self.tree = tree_flatten(pytree)
        self.sizes = np.array([x.size for x in flattened])

        @jax.jit
        def flatten(data):
            return jnp.concatenate([x.ravel() for x in self.tree.flatten_up_to(data)])

        self.flatten = flatten

    @property
    def total(self):
        return int(self.sizes.sum())


params = {"w": jnp.ones((2, 2)), "b": jnp.zeros(2)}
helper = NN_Tree(params)
print(helper.flatten(params).shape, helper.total)
