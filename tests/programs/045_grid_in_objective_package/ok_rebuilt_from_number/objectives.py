import jax
import numpy as np


@jax.tree_util.register_pytree_node_class
class EffectiveRipple:
    def __init__(self, weight, num):
        self.weight = weight
        self.num = num
        self.rho = tuple(np.linspace(0.0, 1.0, num).tolist())

    def compute(self, x):
        return self.weight * (np.asarray(self.rho) * x).sum()

    def tree_flatten(self):
        return (self.weight,), (self.num, self.rho)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], aux[0])
