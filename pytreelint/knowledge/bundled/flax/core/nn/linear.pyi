# What pytreelint knows of flax.core.nn.linear (flax 0.12.8); see tools/generate_bundles.py.

from flax import struct as struct
from flax.core.scope import Scope
from flax.linen import initializers as initializers
import flax
import jax
import numpy
from pytreelint.bundled import made, of

default_kernel_init = of('function:jax.nn.initializers.Initializer')

def dense_general(scope, inputs, features, axis=-1, batch_dims=(), bias=True, dtype=jax.numpy.float32, kernel_init=of('function:jax.nn.initializers.Initializer'), bias_init=jax.nn.initializers.zeros, precision=None):
    return of('array:jax:?')

def dense(scope, inputs, features, bias=True, dtype=jax.numpy.float32, precision=None, kernel_init=of('function:jax.nn.initializers.Initializer'), bias_init=jax.nn.initializers.zeros):
    return of('array:jax:?')

def conv(scope, inputs, features, kernel_size, strides=None, padding='SAME', input_dilation=None, kernel_dilation=None, feature_group_count=1, bias=True, dtype=jax.numpy.float32, precision=None, kernel_init=of('function:jax.nn.initializers.Initializer'), bias_init=jax.nn.initializers.zeros):
    return of('array:jax:?')

def conv_transpose(scope, inputs, features, kernel_size, strides=None, padding='SAME', kernel_dilation=None, bias=True, dtype=jax.numpy.float32, precision=None, kernel_init=of('function:jax.nn.initializers.Initializer'), bias_init=jax.nn.initializers.zeros):
    return of('array:jax:?')

default_embed_init = of('function:jax.nn.initializers.Initializer')

@flax.struct.dataclass
class Embedding:
    table: numpy.ndarray
    def lookup(self, indices):
        return of('array:any:?')
    def attend(self, query):
        return of('array:jax:?')

def embedding(scope: Scope, num_embeddings: int, features: int, init_fn=of('function:jax.nn.initializers.Initializer')):
    return made(Embedding, table=of('array:numpy:?', declared=True))
