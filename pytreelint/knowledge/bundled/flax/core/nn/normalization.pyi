# What pytreelint knows of flax.core.nn.normalization (flax 0.12.8); see tools/generate_bundles.py.

from flax.core.scope import Scope
from flax.linen import initializers as initializers
import jax
from pytreelint.bundled import of

def batch_norm(scope: Scope, x, use_running_average=False, axis=-1, momentum=0.99, epsilon=1e-05, dtype=jax.numpy.float32, bias=True, scale=True, bias_init=jax.nn.initializers.zeros, scale_init=jax.nn.initializers.ones, axis_name=None, axis_index_groups=None, kind='batch_stats'):
    return of('array:jax:?')

def layer_norm(scope: Scope, x, epsilon=1e-06, dtype=jax.numpy.float32, bias=True, scale=True, bias_init=jax.nn.initializers.zeros, scale_init=jax.nn.initializers.ones):
    return of('array:jax:?')

def group_norm(scope, x, num_groups=32, group_size=None, epsilon=1e-06, dtype=jax.numpy.float32, bias=True, scale=True, bias_init=jax.nn.initializers.zeros, scale_init=jax.nn.initializers.ones):
    return of('array:jax:?')
