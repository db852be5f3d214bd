import jax.numpy as jnp
from jax import jit
from jax.tree_util import register_pytree_node


class Buffer:
    def __init__(self, data):
        self.data = data


register_pytree_node(
    Buffer,
    lambda v: ((v.data,), None),
    lambda _, children: Buffer(*children),
)


def get_data(buffer):
    return buffer.data


jit_get_data = jit(get_data, static_argnums=0)  # expect: PTL208
m = Buffer(jnp.arange(4))
jit_get_data(m)
m.data = m.data + 1
out = jit_get_data(m)
print(out, "fresh" if (out == m.data).all() else "stale")
