# What pytreelint knows of flax.linen.normalization (flax 0.12.8); see tools/generate_bundles.py.

from flax.linen import dtypes as dtypes
from flax.linen import module as module
from flax.linen import transforms as transforms
from flax.linen.dtypes import canonicalize_dtype as canonicalize_dtype_
from flax.linen.module import merge_param as merge_param_
from flax.typing import Axes
from flax.typing import Shape
import collections
import dataclasses
import flax
import jax
import numpy
import typing
from pytreelint.bundled import of

field = dataclasses.field

canonicalize_dtype = canonicalize_dtype_

compact = flax.linen.compact

Module = flax.linen.Module

merge_param = merge_param_

map_variables = flax.linen.map_variables

class BatchNorm(flax.linen.Module):
    use_running_average: bool | None = None
    axis: int = -1
    momentum: float = 0.99
    epsilon: float = 1e-05
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    use_bias: bool = True
    use_scale: bool = True
    bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    scale_init: collections.abc.Callable = jax.nn.initializers.ones
    axis_name: str | None = None
    axis_index_groups: typing.Any = None
    use_fast_variance: bool = True
    force_float32_reductions: bool = True
    def __call__(self, x, use_running_average: bool | None=None, *, mask: jax.Array | None=None):
        return of('array:jax:?')

class LayerNorm(flax.linen.Module):
    epsilon: float = 1e-06
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    use_bias: bool = True
    use_scale: bool = True
    bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    scale_init: collections.abc.Callable = jax.nn.initializers.ones
    reduction_axes: int | list[int] = -1
    feature_axes: int | list[int] = -1
    axis_name: str | None = None
    axis_index_groups: typing.Any = None
    use_fast_variance: bool = True
    force_float32_reductions: bool = True
    def __call__(self, x, *, mask: jax.Array | None=None):
        return of('array:jax:?')

class RMSNorm(flax.linen.Module):
    epsilon: float = 1e-06
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    use_scale: bool = True
    scale_init: collections.abc.Callable = jax.nn.initializers.ones
    reduction_axes: int | list[int] = -1
    feature_axes: int | list[int] = -1
    axis_name: str | None = None
    axis_index_groups: typing.Any = None
    use_fast_variance: bool = True
    force_float32_reductions: bool = True
    def __call__(self, x, *, mask: jax.Array | None=None):
        return of('array:jax:?')

class GroupNorm(flax.linen.Module):
    num_groups: int | None = 32
    group_size: int | None = None
    epsilon: float = 1e-06
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    use_bias: bool = True
    use_scale: bool = True
    bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    scale_init: collections.abc.Callable = jax.nn.initializers.ones
    reduction_axes: int | list[int] | None = None
    axis_name: str | None = None
    axis_index_groups: typing.Any = None
    use_fast_variance: bool = True
    force_float32_reductions: bool = True
    def __call__(self, x, *, mask: jax.Array | None=None):
        return of('array:jax:?')

class InstanceNorm(flax.linen.Module):
    epsilon: float = 1e-06
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    use_bias: bool = True
    use_scale: bool = True
    bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    scale_init: collections.abc.Callable = jax.nn.initializers.ones
    feature_axes: int | list[int] = -1
    axis_name: str | None = None
    axis_index_groups: typing.Any = None
    use_fast_variance: bool = True
    force_float32_reductions: bool = True
    def __call__(self, x, *, mask: jax.Array | None=None):
        return of('array:jax:?')

class SpectralNorm(flax.linen.Module):
    layer_instance: typing.Any
    n_steps: int = 1
    epsilon: float = 1e-12
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    error_on_non_matrix: bool = False
    collection_name: str = 'batch_stats'
    def __call__(self, *args, update_stats: bool, **kwargs):
        return of('unknown')

class WeightNorm(flax.linen.Module):
    layer_instance: typing.Any
    epsilon: float = 1e-12
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    use_scale: bool = True
    scale_init: collections.abc.Callable = jax.nn.initializers.ones
    feature_axes: int | list[int] | None = -1
    variable_filter: typing.Any = dataclasses.field(default_factory=(lambda: {'kernel'}))
    def __call__(self, *args, **kwargs):
        return of('unknown')
