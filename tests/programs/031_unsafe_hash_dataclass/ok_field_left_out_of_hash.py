import dataclasses
from typing import Any

import jax


@dataclasses.dataclass(unsafe_hash=True)
class C:
    name: str
    x: Any = dataclasses.field(hash=False, compare=False, default=None)


def f(c, x):
    return x * c.x


x = jax.numpy.zeros([1])
print(jax.jit(f, static_argnums=0)(C("zeros", x), x))
