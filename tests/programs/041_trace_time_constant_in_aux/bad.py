import jax
import jax.numpy as jnp


class Quantity:
    def __init__(self, value, unit_factors):
        self.value = value
        self.unit_factors = unit_factors


def flatten_quantity(q):
    return (q.value,), {"factors": q.unit_factors}  # expect: PTL106


def unflatten_quantity(aux, children):
    return Quantity(children[0], aux["factors"])


jax.tree_util.register_pytree_node(Quantity, flatten_quantity, unflatten_quantity)


@jax.jit
def to_si(q):
    return q.value * q.unit_factors


for scale in (1.0, 2.0):
    q = Quantity(jnp.ones(2), jnp.array([1e3, 1e-3]))
    print(to_si(q))
