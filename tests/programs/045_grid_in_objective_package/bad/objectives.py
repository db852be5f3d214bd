import jax
import numpy as np


class _Objective:
    def __init__(self, weight):
        self.weight = weight

    def compute(self, x):
        raise ValueError("abstract")


@jax.tree_util.register_pytree_node_class
class EffectiveRipple(_Objective):
    def __init__(self, weight, num):
        super().__init__(weight)
        self.num = num
        self.rho = np.linspace(0.0, 1.0, num)

    def compute(self, x):
        return self.weight * (self.rho * x).sum()

    def tree_flatten(self):
        return (self.weight,), (self.num, self.rho)  # expect: PTL106

    @classmethod
    def tree_unflatten(cls, aux, children):
        obj = cls.__new__(cls)
        obj.num, obj.rho = aux
        (obj.weight,) = children
        return obj
