# What pytreelint knows of flax.linen.dtypes (flax 0.12.8); see tools/generate_bundles.py.

import numpy
from pytreelint.bundled import many, of, one

T = of('object')

def canonicalize_dtype(*args, dtype: numpy.dtype | None=None, inexact: bool=True):
    return (of('dtype') if dtype is None else dtype)

def promote_dtype(*args, dtype=None, inexact=True):
    return many('list', rest=one(of('array:jax:?'), None))
