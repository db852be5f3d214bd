from functools import partial

from jax import jit, numpy as jnp


def quantise(tree, dtype=jnp.bfloat16):
    return {k: v.astype(dtype) for k, v in tree.items()}


params = {"w": jnp.ones((2, 2)), "b": jnp.zeros(2)}
print(jit(quantise)(params)["w"].dtype)
print(jit(partial(quantise, dtype=jnp.float16))(params)["w"].dtype)
print(jit(quantise, static_argnames="dtype")(params, dtype=jnp.float32)["w"].dtype)
print(jit(lambda t, like: quantise(t, like.dtype))(params, jnp.ones(1))["w"].dtype)
