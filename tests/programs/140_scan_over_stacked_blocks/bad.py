from typing import Callable

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr


class Block(eqx.Module):
    linear: eqx.nn.Linear
    norm: eqx.nn.LayerNorm
    activation: Callable

    def __init__(self, dim, key):
        self.linear = eqx.nn.Linear(dim, dim, key=key)
        self.norm = eqx.nn.LayerNorm(dim)
        self.activation = jax.nn.tanh

    def __call__(self, x):
        return x + self.activation(self.linear(self.norm(x)))


class ResNet(eqx.Module):
    blocks: Block
    depth: int

    def __init__(self, dim, depth, key):
        keys = jr.split(key, depth)
        self.depth = depth
        self.blocks = eqx.filter_vmap(lambda k: Block(dim, k))(keys)

    def __call__(self, x):
        def f(x, block):
            return block(x), None

        x, _ = jax.lax.scan(f, x, self.blocks)  # expect: PTL204
        return x


net = ResNet(4, 3, jr.key(0))
print(net(jnp.ones(4)).shape)
