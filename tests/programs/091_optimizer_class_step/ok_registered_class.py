import jax
import jax.numpy as jnp
from jax import jit
from jax.tree_util import register_pytree_node_class


@register_pytree_node_class
class Momentum:
    def __init__(self, lr, gamma):
        self.lr = lr
        self.gamma = gamma

    def tree_flatten(self):
        return (self.lr, self.gamma), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)

    @jit
    def opt(self, gradient, parameter):
        return jax.tree.map(lambda p, g: p - self.lr * g, parameter, gradient)


print(Momentum(0.1, 0.9).opt([jnp.ones(2)], [jnp.ones(2)])[0])
