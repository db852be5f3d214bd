# What pytreelint knows of optax.tree_utils._state_utils (optax 0.2.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

import dataclasses
import functools
from pytreelint.bundled import made, many, of, one

@functools.partial(dataclasses.dataclass, frozen=True)
class NamedTupleKey:
    tuple_name: str
    name: str

def tree_map_params(initable, f, state, /, *rest, transform_non_params=None, is_leaf=None):
    return of('unknown')

def tree_get_all_with_path(tree, key, filtering=None):
    return many('list', rest=(many('tuple', rest=one(made(NamedTupleKey, tuple_name=of('str'), name=key), of('unknown'), made(NamedTupleKey, tuple_name=of('str'), name=of('str')), of('object'))), of('unknown')))

def tree_get(tree, key, default=None, filtering=None):
    return one(default, of('unknown'))

def tree_set(tree, filtering=None, /, **kwargs):
    return of('unknown')
