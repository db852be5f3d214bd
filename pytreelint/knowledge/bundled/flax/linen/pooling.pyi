# What pytreelint knows of flax.linen.pooling (flax 0.12.8); see tools/generate_bundles.py.

from pytreelint.bundled import of, one

def pool(inputs, init, reduce_fn, window_shape, strides, padding):
    return one(of('array:jax:?'), of('unknown'))

def avg_pool(inputs, window_shape, strides=None, padding='VALID', count_include_pad=True):
    return (one(of('array:jax:inexact'), of('unknown')) if count_include_pad else one(of('array:jax:inexact'), of('array:jax:?'), of('unknown')))

def max_pool(inputs, window_shape, strides=None, padding='VALID'):
    return one(of('array:jax:?'), of('unknown'))

def min_pool(inputs, window_shape, strides=None, padding='VALID'):
    return one(of('array:jax:?'), of('unknown'))
