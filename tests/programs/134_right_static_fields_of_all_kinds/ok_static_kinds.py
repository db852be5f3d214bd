from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any, ClassVar, Literal, Optional

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, PyTree


class Mode(enum.Enum):
    FAST = "fast"


class HashableArray:
    def __init__(self, value):
        self._bytes = np.asarray(value).tobytes()
        self._shape = np.asarray(value).shape

    def __hash__(self):
        return hash((self._bytes, self._shape))

    def __eq__(self, other):
        return (self._bytes, self._shape) == (other._bytes, other._shape)

    def get(self):
        return np.frombuffer(self._bytes).reshape(self._shape)


class Layer(eqx.Module):
    table: ClassVar[np.ndarray] = np.ones(3)
    weight: Float[Array, "o i"]
    fn: Callable[[Array], Array] = eqx.field(static=True)
    array_type: type[jax.Array] = eqx.field(static=True, default=jax.Array)
    dtype: np.dtype = eqx.field(static=True, default=np.dtype(np.float32))
    mode: Mode = eqx.field(static=True, default=Mode.FAST)
    axes: tuple[int | None, ...] = eqx.field(static=True, default=(0, None))
    spec: Optional[jax.ShapeDtypeStruct] = eqx.field(static=True, default=None)
    reduction: Literal["sum", "mean"] = eqx.field(static=True, default="sum")
    knots: Any = eqx.field(static=True, converter=HashableArray, default=(0.0, 1.0))

    def __call__(self, x: Array) -> Array:
        y = self.fn(self.weight.astype(self.dtype) @ x + self.table)
        return getattr(jnp, self.reduction)(y) * self.knots.get().sum()


call = eqx.filter_jit(lambda layer, x: layer(x))
for _ in range(2):
    spec = jax.ShapeDtypeStruct((3,), jnp.float32)
    print(call(Layer(jnp.ones((3, 2)), jax.nn.relu, spec=spec), jnp.ones(2)))
