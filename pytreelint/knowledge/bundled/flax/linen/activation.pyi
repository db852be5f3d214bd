# What pytreelint knows of flax.linen.activation (flax 0.12.8); see tools/generate_bundles.py.

from flax.linen.linear import Dense
import chex
import flax
import jax
import numpy
from pytreelint.bundled import of

normalize = jax.nn.standardize

class PReLU(flax.linen.Module):
    param_dtype: numpy.dtype = jax.numpy.float32
    negative_slope_init: float = 0.01
    def __call__(self, inputs: chex.Array):
        return of('array:jax:?')
