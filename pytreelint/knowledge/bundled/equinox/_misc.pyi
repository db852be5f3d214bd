# What pytreelint knows of equinox._misc (equinox 0.13.8); see tools/generate_bundles.py.

import jax
from pytreelint.bundled import one

def default_floating_dtype():
    return one(jax.numpy.float64, jax.numpy.float32)
