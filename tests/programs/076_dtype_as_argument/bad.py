from jax import jit, numpy as jnp


def quantise(tree, dtype):
    return {k: v.astype(dtype) for k, v in tree.items()}


quantise_jit = jit(quantise)  # expect: PTL201
params = {"w": jnp.ones((2, 2)), "b": jnp.zeros(2)}
print(quantise_jit(params, jnp.bfloat16)["w"].dtype)
