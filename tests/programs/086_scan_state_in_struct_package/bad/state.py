from typing import Any, Callable

import jax
from flax import struct


@struct.dataclass
class State:
    qp: jax.Array
    reward: jax.Array
    obs_fn: Callable[[Any], Any]
