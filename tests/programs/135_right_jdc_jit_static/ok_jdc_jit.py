from __future__ import annotations

import dataclasses
from typing import Callable

import jax
import jax.numpy as jnp
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class Tensor:
    a: jnp.ndarray
    label: jdc.Static[str] = "a"
    size: int = jdc.static_field(default=4)
    post: jdc.Static[Callable[[jax.Array], jax.Array]] = jnp.tanh

    @staticmethod
    def create(n: int) -> Tensor:
        a = jnp.arange(n)
        return Tensor(a=a, size=int(a.size))


@jdc.jit
def repeat(t: Tensor, times: jdc.Static[int], mode: jdc.Static[str]) -> jax.Array:
    out = jnp.tile(t.post(t.a), times)
    return out if mode == "tile" else out[::-1]


t = Tensor.create(3)
print(repeat(t, 2, "tile").shape, repeat(jdc.replace(t, label="b"), 2, "rev").shape)
print(jax.jit(lambda t: t.a.sum() * t.size)(dataclasses.replace(t, a=t.a + 1)))
