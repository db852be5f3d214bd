import jax
from flax import struct


@struct.dataclass
class Params:
    bar: jax.Array = struct.field(pytree_node=True)
    order: int = struct.field(pytree_node=False, default=2)


@jax.jit
def step(_params):
    return _params.replace(bar=_params.bar**_params.order)


for i in range(2):
    print(f"i: {i}", step(Params(bar=jax.numpy.arange(4))).bar)
