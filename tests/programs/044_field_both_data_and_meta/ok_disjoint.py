import functools
from dataclasses import dataclass, field
from typing import Any

import jax


@functools.partial(jax.tree_util.register_dataclass, data_fields=["values"], meta_fields=["shape"])
@dataclass
class Obj:
    values: Any
    shape: Any


@jax.tree_util.register_dataclass
@dataclass
class Other:
    values: Any
    shape: Any = field(default=(), metadata=dict(static=True))


print(jax.jit(lambda o: o.values * 2)(Obj(1.0, (1,))), jax.tree.leaves(Other(2.0)))
