from __future__ import annotations

import functools

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Transform:
    pos: jnp.ndarray
    rot: jnp.ndarray
    frame: str = "world"

    @functools.partial(jax.jit, inline=True)  # expect: PTL206
    def do(self, x: jnp.ndarray) -> jnp.ndarray:
        return self.rot @ x + self.pos


t = Transform(jnp.zeros(3), jnp.eye(3))
print(t.do(jnp.ones(3)))
