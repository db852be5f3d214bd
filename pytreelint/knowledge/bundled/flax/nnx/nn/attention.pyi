# What pytreelint knows of flax.nnx.nn.attention (flax 0.12.8); see tools/generate_bundles.py.

from flax import nnx as nnx
from flax.nnx import rnglib as rnglib
from flax.nnx.module import first_from
from flax.nnx.nn import dtypes as dtypes
from flax.nnx.nn import initializers as initializers
from flax.nnx.nn.dtypes import promote_dtype
from flax.nnx.nn.linear import LinearGeneral
from flax.nnx.nn.linear import default_kernel_init
from flax.nnx.nn.normalization import LayerNorm
from flax.typing import DotGeneralT
from flax.typing import PrecisionLike
from flax.typing import PromoteDtypeFn
from flax.typing import Shape
import flax
import jax
import numpy
import typing
from pytreelint.bundled import made, many, of, one

Array = jax.Array

def dot_product_attention_weights(query: jax.Array, key: jax.Array, bias: jax.Array | None=None, mask: jax.Array | None=None, broadcast_dropout: bool=True, dropout_rng: jax.Array | None=None, dropout_rate: float=0.0, deterministic: bool=False, dtype: numpy.dtype | None=None, precision=None, module=None, promote_dtype: PromoteDtypeFn=promote_dtype, is_causal: bool=False):
    return of('array:jax:?')

def dot_product_attention(query: jax.Array, key: jax.Array, value: jax.Array, bias: jax.Array | None=None, mask: jax.Array | None=None, broadcast_dropout: bool=True, dropout_rng: jax.Array | None=None, dropout_rate: float=0.0, deterministic: bool=False, dtype: numpy.dtype | None=None, precision=None, module=None, promote_dtype: PromoteDtypeFn=promote_dtype, is_causal: bool=False):
    return of('array:jax:?')

class MultiHeadAttention(flax.nnx.Module):
    def __init__(self, num_heads: int, in_features: int, qkv_features: int | None=None, out_features: int | None=None, num_kv_heads: int | None=None, in_kv_features: int | None=None, *, dtype: numpy.dtype | None=None, param_dtype: numpy.dtype=jax.numpy.float32, broadcast_dropout: bool=True, dropout_rate: float=0.0, deterministic: bool | None=None, precision=None, kernel_init=of('function:jax.nn.initializers.Initializer'), out_kernel_init=None, bias_init=jax.nn.initializers.zeros, out_bias_init=None, use_bias: bool=True, attention_fn=dot_product_attention, decode: bool | None=None, normalize_qk: bool=False, qkv_promote_dtype: PromoteDtypeFn=promote_dtype, out_promote_dtype: PromoteDtypeFn=promote_dtype, ln_promote_dtype: PromoteDtypeFn=promote_dtype, qkv_dot_general=None, out_dot_general=None, qkv_dot_general_cls=None, out_dot_general_cls=None, rngs, keep_rngs: bool=True, kernel_metadata: dict[typing.Any, typing.Any]=of('object'), out_kernel_metadata: dict[typing.Any, typing.Any]=of('object'), bias_metadata: dict[typing.Any, typing.Any]=of('object'), out_bias_metadata: dict[typing.Any, typing.Any]=of('object'), query_ln_scale_metadata: dict[typing.Any, typing.Any]=of('object'), key_ln_scale_metadata: dict[typing.Any, typing.Any]=of('object')):
        self.num_heads = num_heads
        self.in_features = in_features
        self.qkv_features = (in_features if qkv_features is None else qkv_features)
        self.out_features = (in_features if out_features is None else out_features)
        self.in_kv_features = (in_features if in_kv_features is None else in_kv_features)
        self.num_kv_heads = (num_heads if num_kv_heads is None else num_kv_heads)
        self.dtype = dtype
        self.param_dtype = param_dtype
        self.broadcast_dropout = broadcast_dropout
        self.dropout_rate = dropout_rate
        self.deterministic = deterministic
        self.precision = precision
        self.use_bias = use_bias
        self.attention_fn = attention_fn
        self.decode = decode
        self.normalize_qk = normalize_qk
        self.qkv_promote_dtype = qkv_promote_dtype
        self.out_promote_dtype = out_promote_dtype
        self.ln_promote_dtype = ln_promote_dtype
        self.qkv_dot_general = qkv_dot_general
        self.out_dot_general = out_dot_general
        self.qkv_dot_general_cls = qkv_dot_general_cls
        self.out_dot_general_cls = out_dot_general_cls
        self.head_dim = of('int')
        self.query = made(LinearGeneral, in_features=one(tuple(in_features), (in_features,)), out_features=many('tuple', one(num_heads, (num_heads, of('unknown'))), rest=of('int')), axis=many('tuple', rest=one(-1, of('unknown'))), batch_axis=of('unknown'), use_bias=use_bias, dtype=dtype, param_dtype=param_dtype, precision=precision, dot_general=qkv_dot_general, dot_general_cls=qkv_dot_general_cls, promote_dtype=qkv_promote_dtype, preferred_element_type=None, kernel=of('array:jax:?'), bias=(of('array:jax:?') if use_bias else flax.nnx.data(None)))
        self.key = made(LinearGeneral, in_features=one((tuple(in_features) if in_kv_features is None else tuple(in_kv_features)), ((in_features if in_kv_features is None else in_kv_features),)), out_features=many('tuple', one((num_heads if num_kv_heads is None else num_kv_heads), ((num_heads if num_kv_heads is None else num_kv_heads), of('unknown'))), rest=of('int')), axis=many('tuple', rest=one(-1, of('unknown'))), batch_axis=of('unknown'), use_bias=use_bias, dtype=dtype, param_dtype=param_dtype, precision=precision, dot_general=one(qkv_dot_general, None), dot_general_cls=one(qkv_dot_general_cls, None), promote_dtype=qkv_promote_dtype, preferred_element_type=None, kernel=of('array:jax:?'), bias=(of('array:jax:?') if use_bias else flax.nnx.data(None)))
        self.value = made(LinearGeneral, in_features=one((tuple(in_features) if in_kv_features is None else tuple(in_kv_features)), ((in_features if in_kv_features is None else in_kv_features),)), out_features=many('tuple', one((num_heads if num_kv_heads is None else num_kv_heads), ((num_heads if num_kv_heads is None else num_kv_heads), of('unknown'))), rest=of('int')), axis=many('tuple', rest=one(-1, of('unknown'))), batch_axis=of('unknown'), use_bias=use_bias, dtype=dtype, param_dtype=param_dtype, precision=precision, dot_general=one(qkv_dot_general, None), dot_general_cls=one(qkv_dot_general_cls, None), promote_dtype=qkv_promote_dtype, preferred_element_type=None, kernel=of('array:jax:?'), bias=(of('array:jax:?') if use_bias else flax.nnx.data(None)))
        self.query_ln = ((made(LayerNorm, scale=of('array:jax:?'), bias=flax.nnx.data(None), num_features=of('int'), epsilon=1e-06, dtype=None, param_dtype=param_dtype, use_bias=False, use_scale=True, reduction_axes=-1, feature_axes=-1, axis_name=None, axis_index_groups=None, use_fast_variance=True, promote_dtype=ln_promote_dtype) if normalize_qk else flax.nnx.data(None)) if dtype is None else (made(LayerNorm, scale=of('array:jax:?'), bias=flax.nnx.data(None), num_features=of('int'), epsilon=1e-06, dtype=dtype, param_dtype=param_dtype, use_bias=False, use_scale=True, reduction_axes=-1, feature_axes=-1, axis_name=None, axis_index_groups=None, use_fast_variance=True, promote_dtype=ln_promote_dtype) if normalize_qk else flax.nnx.data(None)))
        self.key_ln = ((made(LayerNorm, scale=of('array:jax:?'), bias=flax.nnx.data(None), num_features=of('int'), epsilon=1e-06, dtype=None, param_dtype=param_dtype, use_bias=False, use_scale=True, reduction_axes=-1, feature_axes=-1, axis_name=None, axis_index_groups=None, use_fast_variance=True, promote_dtype=ln_promote_dtype) if normalize_qk else flax.nnx.data(None)) if dtype is None else (made(LayerNorm, scale=of('array:jax:?'), bias=flax.nnx.data(None), num_features=of('int'), epsilon=1e-06, dtype=dtype, param_dtype=param_dtype, use_bias=False, use_scale=True, reduction_axes=-1, feature_axes=-1, axis_name=None, axis_index_groups=None, use_fast_variance=True, promote_dtype=ln_promote_dtype) if normalize_qk else flax.nnx.data(None)))
        self.out = made(LinearGeneral, in_features=many('tuple', one(num_heads, (num_heads, of('unknown'))), rest=of('int')), out_features=one((tuple(in_features) if out_features is None else tuple(out_features)), ((in_features if out_features is None else out_features),)), axis=many('tuple', one(-2, (-2, -1)), rest=one(-1, of('unknown'))), batch_axis=of('unknown'), use_bias=use_bias, dtype=dtype, param_dtype=param_dtype, precision=precision, dot_general=out_dot_general, dot_general_cls=one(out_dot_general_cls, None), promote_dtype=out_promote_dtype, preferred_element_type=None, kernel=of('array:jax:?'), bias=(of('array:jax:?') if use_bias else flax.nnx.data(None)))
        self.rngs = (one(of('unknown'), None) if keep_rngs else None)
        self.cached_key = flax.nnx.data(None)
        self.cached_value = flax.nnx.data(None)
        self.cache_index = flax.nnx.data(None)
    def __call__(self, inputs_q: jax.Array, inputs_k: jax.Array | None=None, inputs_v: jax.Array | None=None, *, mask: jax.Array | None=None, deterministic: bool | None=None, rngs=None, sow_weights: bool=False, decode: bool | None=None, is_causal=False, out_sharding=None, qkv_sharding=None):
        return of('array:jax:?', declared=True)
    def init_cache(self, input_shape: list[int], dtype: numpy.dtype=jax.numpy.float32):
        return None
    def set_view(self, deterministic: bool | None=None, decode: bool | None=None, batch_size: int | list[int] | None=None, max_length: int | None=None):
        return None

def make_attention_mask(query_input: jax.Array, key_input: jax.Array, pairwise_fn=jax.numpy.multiply, extra_batch_dims: int=0, dtype: numpy.dtype=jax.numpy.float32):
    return of('array:jax:?')

def make_causal_mask(x: jax.Array, extra_batch_dims: int=0, dtype: numpy.dtype=jax.numpy.float32):
    return of('array:jax:?')

def combine_masks(*masks, dtype: numpy.dtype=jax.numpy.float32):
    return one(None, of('array:jax:?', declared=True), of('array:jax:?'))
