# What pytreelint knows of flax.training.orbax_utils (flax 0.12.8); see tools/generate_bundles.py.

import jax
import typing
from pytreelint.bundled import of, one

PyTree = typing.Any

def is_multi_device_array(value):
    return of('bool')

def save_args_from_target(target):
    return jax.tree.map((lambda _: of('unknown')), target)

def maybe_construct_transformations(target, transforms):
    return transforms

def restore_args_from_target(target, mesh=None):
    return one(jax.tree.map((lambda x: of('unknown')), target), of('unknown'))
