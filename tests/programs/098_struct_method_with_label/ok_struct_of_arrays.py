from __future__ import annotations

import functools

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Transform:
    pos: jnp.ndarray
    rot: jnp.ndarray
    parent: Transform | None = None

    @functools.partial(jax.jit, inline=True)
    def do(self, x: jnp.ndarray) -> jnp.ndarray:
        y = self.rot @ x + self.pos
        return y if self.parent is None else self.parent.do(y)


t = Transform(jnp.zeros(3), jnp.eye(3))
print(Transform(jnp.ones(3), jnp.eye(3), t).do(jnp.ones(3)))
