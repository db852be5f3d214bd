import equinox as eqx
import jax
import jax.numpy as jnp
from jax.random import split


class Block(eqx.Module):
    linear: eqx.nn.Linear
    act: callable

    def __call__(self, x):
        return x + self.act(self.linear(x))


class Stack(eqx.Module):
    blocks: list[Block]

    def __init__(self, depth, *, key):
        self.blocks = [Block(eqx.nn.Linear(4, 4, key=k), jax.nn.silu) for k in split(key, depth)]

    def __call__(self, x):
        apply = jax.checkpoint(lambda block, h: block(h))  # expect: PTL201
        for block in self.blocks:
            x = apply(block, x)
        return x


stack = Stack(2, key=jax.random.PRNGKey(0))
print(stack(jnp.ones(4)).shape)
