# What pytreelint knows of flax.linen.initializers (flax 0.12.8); see tools/generate_bundles.py.

import jax

def zeros_init():
    return jax.nn.initializers.zeros

def ones_init():
    return jax.nn.initializers.ones
