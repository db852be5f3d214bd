# What pytreelint knows of flax.serialization (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

import typing
from pytreelint.bundled import many, of, one

def current_path():
    return of('str')

def from_state_dict(target, state: dict[typing.Any, typing.Any], name: str='.'):
    return one(state, many('dict', rest=of('unknown')), of('unknown'))

def to_state_dict(target):
    return one(many('dict', rest=of('unknown')))

def is_serializable(target):
    return of('bool')

MAX_CHUNK_SIZE = of('int')

def msgpack_serialize(pytree, in_place: bool=False):
    return of('bytes')

def msgpack_restore(encoded_pytree: bytes):
    return one(of('array:numpy:?'), many('dict', rest=of('unknown')), many('dict', rest=one(of('unknown'), of('array:numpy:?'))), of('unknown'))

def from_bytes(target, encoded_bytes: bytes):
    return one(of('array:numpy:?'), many('dict', rest=of('unknown')), many('dict', rest=one(of('unknown'), of('array:numpy:?'))), of('unknown'))

def to_bytes(target):
    return of('bytes')
