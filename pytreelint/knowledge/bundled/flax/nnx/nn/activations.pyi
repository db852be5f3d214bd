# What pytreelint knows of flax.nnx.nn.activations (flax 0.12.8); see tools/generate_bundles.py.

from flax import nnx as nnx
from flax.nnx.nn import dtypes as dtypes
from flax.nnx.nn.dtypes import promote_dtype
from flax.typing import PromoteDtypeFn
import chex
import flax
import jax
import numpy
import typing
from pytreelint.bundled import of

class PReLU(flax.nnx.Module):
    def __init__(self, negative_slope_init: float=0.01, *, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, promote_dtype: PromoteDtypeFn=promote_dtype, negative_slope_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.negative_slope = of('array:jax:?')
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.promote_dtype = promote_dtype
    def __call__(self, inputs: chex.Array):
        return of('array:jax:?')
