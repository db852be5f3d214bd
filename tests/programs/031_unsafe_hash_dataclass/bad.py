import dataclasses
from typing import Any

import jax


@dataclasses.dataclass(unsafe_hash=True)
class C:
    x: Any


def f(c, x):
    return x * c.x


x = jax.numpy.zeros([1])
c = C(x)
print(jax.jit(f, static_argnums=0)(c, x))  # expect: PTL102
