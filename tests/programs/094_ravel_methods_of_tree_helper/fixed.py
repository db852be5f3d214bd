import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import tree_flatten, tree_unflatten


class NN_Tree(object):
    def __init__(self, pytree):
        flattened, self.tree = tree_flatten(pytree)
        self.shapes = [x.shape for x in flattened]
        self.sizes = np.array([x.size for x in flattened])

    @jax.jit(static_argnums=0)
    def flatten(self, data):
        return jnp.concatenate([x.ravel() for x in self.tree.flatten_up_to(data)])

    def unflatten(self, data):
        pieces = jnp.split(data, np.cumsum(self.sizes)[:-1])
        return tree_unflatten(self.tree, [x.reshape(s) for x, s in zip(pieces, self.shapes)])


params = {"w": jnp.ones((2, 2)), "b": jnp.zeros(2)}
helper = NN_Tree(params)
print(helper.flatten(params).shape)
