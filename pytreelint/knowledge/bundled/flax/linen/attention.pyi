# What pytreelint knows of flax.linen.attention (flax 0.12.8); see tools/generate_bundles.py.

from flax.linen import initializers as initializers
from flax.linen.dtypes import promote_dtype
from flax.linen.linear import DenseGeneral
from flax.linen.linear import default_kernel_init
from flax.linen.module import merge_param
from flax.linen.normalization import LayerNorm
from flax.typing import DotGeneralT
from flax.typing import PrecisionLike
from flax.typing import Shape
import chex
import collections
import flax
import jax
import numpy
import typing
from pytreelint.bundled import of, one

def dot_product_attention_weights(query: chex.Array, key: chex.Array, bias: chex.Array | None=None, mask: chex.Array | None=None, broadcast_dropout: bool=True, dropout_rng: jax.random.PRNGKey | None=None, dropout_rate: float=0.0, deterministic: bool=False, dtype: numpy.dtype | None=None, precision=None, module=None, force_fp32_for_softmax: bool=False, einsum_dot_general=None, einsum=None):
    return of('array:jax:?')

def dot_product_attention(query: chex.Array, key: chex.Array, value: chex.Array, bias: chex.Array | None=None, mask: chex.Array | None=None, broadcast_dropout: bool=True, dropout_rng: jax.random.PRNGKey | None=None, dropout_rate: float=0.0, deterministic: bool=False, dtype: numpy.dtype | None=None, precision=None, module=None, force_fp32_for_softmax: bool=False, einsum_dot_general=None, qk_attn_weights_einsum=None, attn_weights_value_einsum=None):
    return (of('array:jax:?') if attn_weights_value_einsum is None else one(of('array:jax:?'), of('unknown')))

class MultiHeadDotProductAttention(flax.linen.Module):
    num_heads: int
    dtype: numpy.dtype | None = None
    param_dtype: numpy.dtype = jax.numpy.float32
    qkv_features: int | None = None
    out_features: int | None = None
    broadcast_dropout: bool = True
    dropout_rate: float = 0.0
    deterministic: bool | None = None
    precision: typing.Any = None
    kernel_init: collections.abc.Callable = of('function:jax.nn.initializers.Initializer')
    out_kernel_init: collections.abc.Callable = None
    bias_init: collections.abc.Callable = jax.nn.initializers.zeros
    out_bias_init: collections.abc.Callable = None
    use_bias: bool = True
    attention_fn: collections.abc.Callable = dot_product_attention
    decode: bool = False
    normalize_qk: bool = False
    force_fp32_for_softmax: bool = False
    qkv_dot_general: collections.abc.Callable = None
    out_dot_general: collections.abc.Callable = None
    qkv_dot_general_cls: typing.Any = None
    out_dot_general_cls: typing.Any = None
    qk_attn_weights_einsum_cls: collections.abc.Callable = None
    attn_weights_value_einsum_cls: collections.abc.Callable = None
    def __call__(self, inputs_q: chex.Array, inputs_k: chex.Array | None=None, inputs_v: chex.Array | None=None, *, inputs_kv: chex.Array | None=None, mask: chex.Array | None=None, deterministic: bool | None=None, dropout_rng: jax.random.PRNGKey | None=None, sow_weights: bool=False):
        return of('array:any:?', declared=True)

class MultiHeadAttention(MultiHeadDotProductAttention):
    pass

class SelfAttention(MultiHeadDotProductAttention):
    def __call__(self, inputs_q: chex.Array, mask: chex.Array | None=None, deterministic: bool | None=None, dropout_rng: jax.random.PRNGKey | None=None, sow_weights: bool=False):
        return of('array:any:?', declared=True)

def make_attention_mask(query_input: chex.Array, key_input: chex.Array, pairwise_fn=jax.numpy.multiply, extra_batch_dims: int=0, dtype: numpy.dtype=jax.numpy.float32):
    return of('array:jax:?')

def make_causal_mask(x: chex.Array, extra_batch_dims: int=0, dtype: numpy.dtype=jax.numpy.float32):
    return of('array:jax:?')

def combine_masks(*masks, dtype: numpy.dtype=jax.numpy.float32):
    return one(None, of('array:any:?', declared=True), of('array:jax:?'))
