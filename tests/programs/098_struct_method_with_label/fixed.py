from __future__ import annotations

import functools

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Transform:
    pos: jnp.ndarray
    rot: jnp.ndarray
    frame: str = flax.struct.field(pytree_node=False, default="world")

    @functools.partial(jax.jit, inline=True)
    def do(self, x: jnp.ndarray) -> jnp.ndarray:
        return self.rot @ x + self.pos


t = Transform(jnp.zeros(3), jnp.eye(3))
print(t.do(jnp.ones(3)))
