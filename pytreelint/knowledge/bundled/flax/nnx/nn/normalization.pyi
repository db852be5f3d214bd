# What pytreelint knows of flax.nnx.nn.normalization (flax 0.12.8); see tools/generate_bundles.py.

from flax import nnx as nnx
from flax.nnx import rnglib as rnglib
from flax.nnx.filterlib import Any
from flax.nnx.filterlib import Everything
from flax.nnx.filterlib import Nothing
from flax.nnx.filterlib import OfType
from flax.nnx.filterlib import PathContains
from flax.nnx.filterlib import WithTag
from flax.nnx.module import first_from
from flax.nnx.nn import dtypes as dtypes
from flax.nnx.nn import initializers as initializers
from flax.nnx.nn.dtypes import promote_dtype
from flax.typing import Axes
from flax.typing import PromoteDtypeFn
import chex
import flax
import jax
import numpy
import typing
from pytreelint.bundled import made, many, of, one

class BatchNorm(flax.nnx.Module):
    def __init__(self, num_features: int, *, use_running_average: bool | None=False, axis: int=-1, momentum: float=0.99, epsilon: float=1e-05, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, use_bias: bool=True, use_scale: bool=True, bias_init=jax.nn.initializers.zeros, scale_init=jax.nn.initializers.ones, axis_name: str | None=None, axis_index_groups=None, use_fast_variance: bool=True, promote_dtype: PromoteDtypeFn=promote_dtype, rngs, bias_metadata: dict[typing.Any, typing.Any]=of('object'), scale_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.mean = of('array:jax:inexact')
        self.var = of('array:jax:inexact')
        self.scale = (of('array:jax:?') if use_scale else flax.nnx.data(None))
        self.bias = (of('array:jax:?') if use_bias else flax.nnx.data(None))
        self.num_features = num_features
        self.use_running_average = use_running_average
        self.axis = axis
        self.momentum = momentum
        self.epsilon = epsilon
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.use_bias = use_bias
        self.use_scale = use_scale
        self.axis_name = axis_name
        self.axis_index_groups = axis_index_groups
        self.use_fast_variance = use_fast_variance
        self.promote_dtype = promote_dtype
    def __call__(self, x, use_running_average: bool | None=None, *, mask: jax.Array | None=None):
        return of('array:jax:?')
    def set_view(self, use_running_average: bool | None=None):
        return None

class LayerNorm(flax.nnx.Module):
    def __init__(self, num_features: int, *, epsilon: float=1e-06, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, use_bias: bool=True, use_scale: bool=True, bias_init=jax.nn.initializers.zeros, scale_init=jax.nn.initializers.ones, reduction_axes: int | list[int]=-1, feature_axes: int | list[int]=-1, axis_name: str | None=None, axis_index_groups=None, use_fast_variance: bool=True, promote_dtype: PromoteDtypeFn=promote_dtype, rngs, bias_metadata: dict[typing.Any, typing.Any]=of('object'), scale_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.scale = (of('array:jax:?') if use_scale else flax.nnx.data(None))
        self.bias = (of('array:jax:?') if use_bias else flax.nnx.data(None))
        self.num_features = num_features
        self.epsilon = epsilon
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.use_bias = use_bias
        self.use_scale = use_scale
        self.reduction_axes = reduction_axes
        self.feature_axes = feature_axes
        self.axis_name = axis_name
        self.axis_index_groups = axis_index_groups
        self.use_fast_variance = use_fast_variance
        self.promote_dtype = promote_dtype
    def __call__(self, x, *, mask: jax.Array | None=None):
        return of('array:jax:?')

class RMSNorm(flax.nnx.Module):
    def __init__(self, num_features: int, *, epsilon: float=1e-06, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, use_scale: bool=True, scale_init=jax.nn.initializers.ones, reduction_axes: int | list[int]=-1, feature_axes: int | list[int]=-1, axis_name: str | None=None, axis_index_groups=None, use_fast_variance: bool=True, promote_dtype: PromoteDtypeFn=promote_dtype, rngs, scale_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.scale = (of('array:jax:?') if use_scale else flax.nnx.data(None))
        self.num_features = num_features
        self.epsilon = epsilon
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.use_scale = use_scale
        self.reduction_axes = reduction_axes
        self.feature_axes = feature_axes
        self.axis_name = axis_name
        self.axis_index_groups = axis_index_groups
        self.use_fast_variance = use_fast_variance
        self.promote_dtype = promote_dtype
    def __call__(self, x, mask: jax.Array | None=None):
        return of('array:jax:?')

class GroupNorm(flax.nnx.Module):
    def __init__(self, num_features: int, num_groups: int | None=32, group_size: int | None=None, *, epsilon: float=1e-06, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, use_bias: bool=True, use_scale: bool=True, bias_init=jax.nn.initializers.zeros, scale_init=jax.nn.initializers.ones, reduction_axes: int | list[int] | None=None, axis_name: str | None=None, axis_index_groups=None, use_fast_variance: bool=True, promote_dtype: PromoteDtypeFn=promote_dtype, rngs, bias_metadata: dict[typing.Any, typing.Any]=of('object'), scale_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.feature_axis = -1
        self.num_groups = (of('int') if num_groups is None else num_groups)
        self.group_size = (group_size if num_groups is None else of('int'))
        self.scale = (of('array:jax:?') if use_scale else flax.nnx.data(None))
        self.bias = (of('array:jax:?') if use_bias else flax.nnx.data(None))
        self.epsilon = epsilon
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.use_bias = use_bias
        self.use_scale = use_scale
        self.reduction_axes = reduction_axes
        self.axis_name = axis_name
        self.axis_index_groups = axis_index_groups
        self.use_fast_variance = use_fast_variance
        self.promote_dtype = promote_dtype
    def __call__(self, x, *, mask: jax.Array | None=None):
        return of('array:jax:?')

class WeightNorm(flax.nnx.Module):
    def __init__(self, layer_instance, *, feature_axes: int | list[int] | None=-1, use_scale: bool=True, scale_init=jax.nn.initializers.ones, epsilon: float=1e-12, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, variable_filter=made(PathContains, key='kernel', exact=True), promote_dtype: PromoteDtypeFn=promote_dtype, rngs):
        self.layer_instance = layer_instance
        self.feature_axes = (() if feature_axes is None else feature_axes)
        self.use_scale = use_scale
        self.scale_init = scale_init
        self.epsilon = epsilon
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.variable_filter = one(made(WithTag, tag=variable_filter), made(OfType, type=variable_filter), made(Everything), made(Nothing), variable_filter, made(Any, predicates=many('tuple', rest=of('unknown'))))
        self.promote_dtype = promote_dtype
        self.scales = (flax.nnx.data(many('dict', rest=of('unknown'))) if use_scale else None)
    def __call__(self, x: chex.Array, *args, **kwargs):
        return of('array:any:?', declared=True)

class InstanceNorm(flax.nnx.Module):
    def __init__(self, num_features: int, *, epsilon: float=1e-06, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, use_bias: bool=True, use_scale: bool=True, bias_init=jax.nn.initializers.zeros, scale_init=jax.nn.initializers.ones, feature_axes: int | list[int]=-1, axis_name: str | None=None, axis_index_groups=None, use_fast_variance: bool=True, promote_dtype: PromoteDtypeFn=promote_dtype, rngs, bias_metadata: dict[typing.Any, typing.Any]=of('object'), scale_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.scale = (of('array:jax:?') if use_scale else None)
        self.bias = (of('array:jax:?') if use_bias else None)
        self.num_features = num_features
        self.epsilon = epsilon
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.use_bias = use_bias
        self.use_scale = use_scale
        self.feature_axes = feature_axes
        self.axis_name = axis_name
        self.axis_index_groups = axis_index_groups
        self.use_fast_variance = use_fast_variance
        self.promote_dtype = promote_dtype
    def __call__(self, x, *, mask: jax.Array | None=None):
        return of('array:jax:?')

class SpectralNorm(flax.nnx.Module):
    def __init__(self, layer_instance, *, n_steps: int=1, epsilon: float=1e-12, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, error_on_non_matrix: bool=False, update_stats: bool=True, rngs):
        self.layer_instance = layer_instance
        self.n_steps = n_steps
        self.epsilon = epsilon
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.error_on_non_matrix = error_on_non_matrix
        self.use_running_average = (False if update_stats else True)
        self.batch_stats = flax.nnx.data(one({}, many('dict', rest=of('array:jax:?'))))
    def __call__(self, x, update_stats: bool | None=None):
        return of('unknown')
