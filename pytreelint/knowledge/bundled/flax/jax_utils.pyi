# What pytreelint knows of flax.jax_utils (flax 0.12.8); see tools/generate_bundles.py.

from pytreelint.bundled import many, of

def pmean(xs, axis_name):
    return xs

def partial_eval_by_shape(fn, input_spec, *args, **kwargs):
    return of('unknown')

def prefetch_to_device(iterator, size, devices=None, axis_name='_device_put_sharded'):
    return many('iterator', rest=of('unknown'))

def scan_in_dim(body_fn, init, xs, axis=(0,), unroll=(1,), keepdims=False):
    return (init, of('unknown'))

def pad_shard_unpad(wrapped, static_argnums=(0,), static_argnames=(), static_return=False):
    return (lambda *args, min_device_batch=None, **kw: of('unknown'))
