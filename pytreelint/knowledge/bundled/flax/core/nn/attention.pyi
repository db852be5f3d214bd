# What pytreelint knows of flax.core.nn.attention (flax 0.12.8); see tools/generate_bundles.py.

from flax import struct as struct
from flax.core.nn.linear import default_kernel_init
from flax.core.nn.linear import dense_general
from flax.core.scope import Scope
from flax.linen import initializers as initializers
import flax
import jax
import numpy
from pytreelint.bundled import of

def dot_product_attention(scope, query, key, value, dtype=jax.numpy.float32, bias=None, axis=None, broadcast_dropout=True, dropout_rng=None, dropout_rate=0.0, deterministic=False, precision=None):
    return of('array:jax:?')

class CacheEntry(flax.struct.PyTreeNode):
    key: numpy.ndarray
    value: numpy.ndarray
    i: numpy.ndarray

def multi_head_dot_product_attention(scope: Scope, inputs_q, inputs_kv, num_heads, dtype=jax.numpy.float32, qkv_features=None, out_features=None, attention_axis=None, causal_mask=False, padding_mask=None, key_padding_mask=None, segmentation=None, key_segmentation=None, cache=False, broadcast_dropout=True, dropout_rng=None, dropout_rate=0.0, deterministic=False, precision=None, kernel_init=of('function:jax.nn.initializers.Initializer'), bias_init=jax.nn.initializers.zeros, bias=True, attention_fn=dot_product_attention):
    return of('array:jax:?')

def make_padding_mask(padding_mask_query, padding_mask_key, query_shape, key_shape, attention_axis=None, segmentation_mask=False):
    return of('array:jax:inexact')
