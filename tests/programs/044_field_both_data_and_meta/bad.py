from dataclasses import dataclass
from functools import partial
from typing import Any

import jax


@partial(  # expect: PTL106
    jax.tree_util.register_dataclass,
    data_fields=["values", "shape"],
    meta_fields=["shape"],
)
@dataclass
class Obj:
    values: Any
    shape: Any


print(Obj(1.0, (1,)).shape)
