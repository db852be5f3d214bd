import jax
from flax import struct


@struct.dataclass
class Params:
    bar: jax.Array
    scale: float = 1.0


def step(_params):
    return _params.replace(scale=_params.scale * 0.5)


jit_step = jax.jit(step)
for i in range(2):
    print(f"i: {i}")
    params = Params(bar=jax.numpy.arange(4))
    params = jit_step(params)
