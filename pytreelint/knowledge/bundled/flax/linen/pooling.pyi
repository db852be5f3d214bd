# What pytreelint knows of flax.linen.pooling (flax 0.12.8); see tools/generate_bundles.py.

from pytreelint.bundled import of

def pool(inputs, init, reduce_fn, window_shape, strides, padding):
    return of('array:jax:?')

def avg_pool(inputs, window_shape, strides=None, padding='VALID', count_include_pad=True):
    return of('array:jax:inexact')

def max_pool(inputs, window_shape, strides=None, padding='VALID'):
    return of('array:jax:?')

def min_pool(inputs, window_shape, strides=None, padding='VALID'):
    return of('array:jax:?')
