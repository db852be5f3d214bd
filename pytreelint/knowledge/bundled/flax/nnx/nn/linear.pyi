# What pytreelint knows of flax.nnx.nn.linear (flax 0.12.8); see tools/generate_bundles.py.

from flax import nnx as nnx
from flax.core.frozen_dict import FrozenDict
from flax.nnx import rnglib as rnglib
from flax.nnx import variablelib as variablelib
from flax.nnx.module import first_from
from flax.nnx.nn import dtypes as dtypes
from flax.nnx.nn import initializers as initializers
from flax.nnx.nn.dtypes import promote_dtype
from flax.typing import ConvGeneralDilatedT
from flax.typing import DotGeneralT
from flax.typing import EinsumT
from flax.typing import LaxPadding
from flax.typing import PaddingLike
from flax.typing import PrecisionLike
from flax.typing import PromoteDtypeFn
from flax.typing import Shape
import flax
import jax
import numpy
import typing
from pytreelint.bundled import made, many, of, one

Array = jax.Array

Axis = int

Size = int

default_kernel_init = of('function:jax.nn.initializers.Initializer')

default_bias_init = jax.nn.initializers.zeros

def canonicalize_padding(padding: str | int | list[int | tuple[int, int]], rank: int):
    return one(padding, many('list', rest=(padding, padding)), many('list', rest=many('tuple', rest=one(of('int'), of('unknown')))))

class LinearGeneral(flax.nnx.Module):
    def __init__(self, in_features: int | list[int], out_features: int | list[int], *, axis: int | list[int]=-1, batch_axis: dict[typing.Any, int]=made(FrozenDict, _dict=many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), _hash=None), use_bias: bool=True, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, kernel_init=of('function:jax.nn.initializers.Initializer'), bias_init=jax.nn.initializers.zeros, precision=None, promote_dtype: PromoteDtypeFn=promote_dtype, dot_general=None, dot_general_cls=None, preferred_element_type: numpy.dtype | None=None, rngs, kernel_metadata: dict[typing.Any, typing.Any]=of('object'), bias_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.in_features = one(tuple(in_features), (in_features,))
        self.out_features = one(tuple(out_features), (out_features,))
        self.axis = one(tuple(axis), (axis,))
        self.batch_axis = of('unknown')
        self.use_bias = use_bias
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.precision = precision
        self.dot_general = dot_general
        self.dot_general_cls = dot_general_cls
        self.promote_dtype = promote_dtype
        self.preferred_element_type = preferred_element_type
        self.kernel = of('array:jax:?')
        self.bias = (of('array:jax:?') if use_bias else flax.nnx.data(None))
    def __call__(self, inputs: jax.Array, out_sharding=None):
        return of('array:jax:?', declared=True)

class Linear(flax.nnx.Module):
    def __init__(self, in_features: int, out_features: int, *, use_bias: bool=True, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, precision=None, kernel_init=of('function:jax.nn.initializers.Initializer'), bias_init=jax.nn.initializers.zeros, dot_general=jax.lax.dot_general, promote_dtype: PromoteDtypeFn=promote_dtype, preferred_element_type: numpy.dtype | None=None, rngs, kernel_metadata: dict[typing.Any, typing.Any]=of('object'), bias_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.kernel = of('array:jax:?')
        self.bias = (of('array:jax:?') if use_bias else flax.nnx.data(None))
        self.in_features = in_features
        self.out_features = out_features
        self.use_bias = use_bias
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.precision = precision
        self.dot_general = dot_general
        self.promote_dtype = promote_dtype
        self.preferred_element_type = preferred_element_type
    def __call__(self, inputs: jax.Array, out_sharding=None):
        return of('array:jax:?', declared=True)

class Einsum(flax.nnx.Module):
    def __init__(self, einsum_str: str, kernel_shape: list[int], bias_shape: list[int] | None=None, *, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, precision=None, kernel_init=of('function:jax.nn.initializers.Initializer'), bias_init=jax.nn.initializers.zeros, promote_dtype: PromoteDtypeFn=promote_dtype, einsum_op=jax.numpy.einsum, preferred_element_type: numpy.dtype | None=None, rngs, kernel_metadata: dict[typing.Any, typing.Any]=of('object'), bias_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.kernel = of('array:jax:?')
        self.bias = (flax.nnx.data(None) if bias_shape is None else of('array:jax:?'))
        self.einsum_str = of('str')
        self.kernel_shape = kernel_shape
        self.bias_shape = bias_shape
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.precision = precision
        self.promote_dtype = promote_dtype
        self.einsum_op = einsum_op
        self.preferred_element_type = preferred_element_type
    def __call__(self, inputs: jax.Array, einsum_str: str | None=None, out_sharding=None):
        return of('array:jax:?', declared=True)

class Conv(flax.nnx.Module):
    def __init__(self, in_features: int, out_features: int, kernel_size: int | list[int], strides: None | int | list[int]=1, *, padding: str | int | list[int | tuple[int, int]]='SAME', input_dilation: None | int | list[int]=1, kernel_dilation: None | int | list[int]=1, feature_group_count: int=1, use_bias: bool=True, mask: jax.Array | None=None, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, precision=None, kernel_init=of('function:jax.nn.initializers.Initializer'), bias_init=jax.nn.initializers.zeros, conv_general_dilated=jax.lax.conv_general_dilated, promote_dtype: PromoteDtypeFn=promote_dtype, preferred_element_type: numpy.dtype | None=None, rngs, kernel_metadata: dict[typing.Any, typing.Any]=of('object'), bias_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.kernel_shape = many('tuple', rest=one(kernel_size, of('unknown'), out_features, of('int')))
        self.kernel = of('array:jax:?')
        self.bias = (of('array:jax:?') if use_bias else flax.nnx.data(None))
        self.in_features = in_features
        self.out_features = out_features
        self.kernel_size = one((kernel_size,), tuple(kernel_size))
        self.strides = strides
        self.padding = padding
        self.input_dilation = input_dilation
        self.kernel_dilation = kernel_dilation
        self.feature_group_count = feature_group_count
        self.use_bias = use_bias
        self.mask = mask
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.precision = precision
        self.conv_general_dilated = conv_general_dilated
        self.promote_dtype = promote_dtype
        self.preferred_element_type = preferred_element_type
    def __call__(self, inputs: jax.Array, out_sharding=None):
        return of('array:jax:?', declared=True)

class ConvTranspose(flax.nnx.Module):
    def __init__(self, in_features: int, out_features: int, kernel_size: int | list[int], strides: int | list[int] | None=None, *, padding: str | int | list[int | tuple[int, int]]='SAME', kernel_dilation: int | list[int] | None=None, use_bias: bool=True, mask: jax.Array | None=None, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, precision=None, kernel_init=of('function:jax.nn.initializers.Initializer'), bias_init=jax.nn.initializers.zeros, transpose_kernel: bool=False, promote_dtype: PromoteDtypeFn=promote_dtype, preferred_element_type: numpy.dtype | None=None, rngs, kernel_metadata: dict[typing.Any, typing.Any]=of('object'), bias_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.kernel_size = one((kernel_size,), tuple(kernel_size))
        self.in_features = in_features
        self.out_features = out_features
        self.strides = strides
        self.padding = padding
        self.kernel_dilation = kernel_dilation
        self.use_bias = use_bias
        self.mask = mask
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.precision = precision
        self.transpose_kernel = transpose_kernel
        self.promote_dtype = promote_dtype
        self.preferred_element_type = preferred_element_type
        self.kernel_shape = many('tuple', rest=one(kernel_size, (out_features if transpose_kernel else in_features), (in_features if transpose_kernel else out_features), of('int')))
        self.kernel = of('array:jax:?')
        self.bias = (of('array:jax:?') if use_bias else flax.nnx.data(None))
    def __call__(self, inputs: jax.Array):
        return of('array:jax:?')

default_embed_init = of('function:jax.nn.initializers.Initializer')

class Embed(flax.nnx.Module):
    def __init__(self, num_embeddings: int, features: int, *, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, embedding_init=of('function:jax.nn.initializers.Initializer'), promote_dtype: PromoteDtypeFn=promote_dtype, rngs, embedding_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.embedding = of('array:jax:?')
        self.num_embeddings = num_embeddings
        self.features = features
        self.dtype = (of('dtype') if dtype is None else one(dtype, of('dtype')))
        self.param_dtype = param_dtype
        self.promote_dtype = promote_dtype
    def __call__(self, inputs: jax.Array, out_sharding=None):
        return (of('array:jax:?') if out_sharding is None else of('array:jax:?', declared=True))
    def attend(self, query: jax.Array, out_sharding=None):
        return of('array:jax:?')
