# What pytreelint knows of flax.linen.linear (flax 0.12.8); see tools/generate_bundles.py.

from flax.core import meta as meta
from flax.linen import initializers as initializers
from flax.linen import module as module
from flax.linen.dtypes import promote_dtype
from flax.typing import ConvGeneralDilatedT
from flax.typing import DotGeneralT
from flax.typing import LaxPadding
from flax.typing import PaddingLike
from flax.typing import PrecisionLike
from flax.typing import Shape
import chex
import collections
import flax
import jax
import numpy
import typing
from pytreelint.bundled import many, of, one

class PromoteDtypeFn(typing.Protocol):
    def __call__(self, *args, dtype=None, inexact: bool=True):
        return many('list', rest=one(of('array:jax:?'), None))

default_kernel_init = of('function:jax.nn.initializers.Initializer')

class DenseGeneral(flax.linen.Module):
    features: int | list[int]
    axis: int | list[int] = -1
    batch_dims: list[int] = ()
    use_bias: bool = True
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    precision: typing.Any = None
    promote_dtype: PromoteDtypeFn = promote_dtype
    dot_general: collections.abc.Callable = None
    dot_general_cls: typing.Any = None
    def __call__(self, inputs: chex.Array):
        return of('array:any:?', declared=True)

class Dense(flax.linen.Module):
    features: int
    use_bias: bool = True
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    precision: typing.Any = None
    kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    promote_dtype: PromoteDtypeFn = promote_dtype
    dot_general: collections.abc.Callable = None
    dot_general_cls: typing.Any = None
    def __call__(self, inputs: chex.Array):
        return of('array:any:?', declared=True)

class Einsum(flax.linen.Module):
    shape: list[int]
    einsum_str: str | None = None
    use_bias: bool = True
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    precision: typing.Any = None
    kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    promote_dtype: PromoteDtypeFn = promote_dtype
    preferred_element_type: numpy.dtype | None = None
    def __call__(self, inputs: chex.Array, einsum_str: str | None=None):
        return of('array:jax:?')

def canonicalize_padding(padding: str | int | list[int | tuple[int, int]], rank: int):
    return one(padding, many('list', rest=(padding, padding)), many('list', rest=many('tuple', rest=one(of('int'), of('unknown')))))

class _Conv(flax.linen.Module):
    features: int
    kernel_size: int | list[int]
    strides: None | int | list[int] = 1
    padding: str | int | list[int | tuple[int, int]] = 'SAME'
    input_dilation: None | int | list[int] = 1
    kernel_dilation: None | int | list[int] = 1
    feature_group_count: int = 1
    use_bias: bool = True
    mask: chex.Array | None = None
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    precision: typing.Any = None
    kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    promote_dtype: PromoteDtypeFn = promote_dtype
    conv_general_dilated: collections.abc.Callable = None
    conv_general_dilated_cls: typing.Any = None
    @property
    def shared_weights(self):
        return of('bool')
    def __call__(self, inputs: chex.Array):
        return of('array:any:?', declared=True)

class Conv(_Conv):
    @property
    def shared_weights(self):
        return True

class ConvLocal(_Conv):
    @property
    def shared_weights(self):
        return False

class ConvTranspose(flax.linen.Module):
    features: int
    kernel_size: int | list[int]
    strides: list[int] | None = None
    padding: str | int | list[int | tuple[int, int]] = 'SAME'
    kernel_dilation: list[int] | None = None
    use_bias: bool = True
    mask: chex.Array | None = None
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    precision: typing.Any = None
    kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    transpose_kernel: bool = False
    promote_dtype: PromoteDtypeFn = promote_dtype
    preferred_element_type: numpy.dtype | None = None
    def __call__(self, inputs: chex.Array):
        return of('array:jax:?')

default_embed_init = of('function:jax.nn.initializers.Initializer')

class Embed(flax.linen.Module):
    num_embeddings: int
    features: int
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    embedding_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    promote_dtype: PromoteDtypeFn = promote_dtype
    def setup(self):
        return None
    def __call__(self, inputs: chex.Array):
        return of('array:jax:?')
    def attend(self, query: chex.Array):
        return of('array:jax:?')
