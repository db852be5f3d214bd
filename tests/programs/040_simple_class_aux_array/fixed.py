import jax
from jax import numpy as jnp
from jax.tree_util import register_pytree_node_class


@register_pytree_node_class
class Mesh1D:
    def __init__(self, nodes, values):
        self.nodes = jnp.asarray(nodes)
        self.values = values

    def tree_flatten(self):
        children = (self.nodes, self.values)
        aux_data = None
        return (children, aux_data)

    @classmethod
    def tree_unflatten(cls, aux_data, children):
        obj = object.__new__(cls)
        obj.nodes, obj.values = children
        return obj


@jax.jit
def double(mesh):
    return mesh.values * 2


a = Mesh1D(nodes=[1, 2], values=jnp.array([2.5, 3.5]))
b = Mesh1D(nodes=[1, 2], values=jnp.array([2.5, 3.5]))
print(double(a))
print(double(b))
