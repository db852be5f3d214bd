from dataclasses import dataclass

import jax
import jax.numpy as jnp


@dataclass
class Stencil:
    weights: jax.Array
    scale: jax.Array


jax.tree_util.register_dataclass(Stencil, data_fields=["scale"], meta_fields=["weights"])  # expect: PTL106

func = jax.jit(lambda s: s.scale * s.weights)
print(func(Stencil(jnp.arange(4), jnp.array(2))))
print(func(Stencil(jnp.arange(4), jnp.array(3))))
