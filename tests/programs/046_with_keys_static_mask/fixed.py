import jax
import jax.numpy as jnp
import numpy as onp
from jax.tree_util import GetAttrKey, register_pytree_with_keys_class


@register_pytree_with_keys_class
class Surface:
    def __init__(self, coeffs, mask=None):
        self.coeffs = coeffs
        self.mask = onp.zeros(3, dtype=bool) if mask is None else mask

    def tree_flatten_with_keys(self):
        children = ((GetAttrKey("coeffs"), self.coeffs), (GetAttrKey("mask"), self.mask))
        return children, None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


area = jax.jit(lambda s: jnp.sum(s.coeffs))
print(area(Surface(jnp.ones(3))))
print(area(Surface(jnp.ones(3))))
