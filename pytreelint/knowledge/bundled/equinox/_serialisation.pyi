# What pytreelint knows of equinox._serialisation (equinox 0.13.8); see tools/generate_bundles.py.

import typing
from pytreelint.bundled import of, one

class SupportsWrite(typing.Protocol, of('unknown')):
    def write(self, s, /):
        return of('unknown')

class SupportsReadSeek(typing.Protocol, of('unknown')):
    def seek(self, offset: int, whence: int, /):
        return of('unknown')
    def read(self, length: int=..., /):
        return of('unknown')

def default_serialise_filter_spec(f: SupportsWrite, x):
    return None

def default_deserialise_filter_spec(f: SupportsReadSeek, x):
    return one(x, of('array:jax:?'), of('array:numpy:?'), of('unknown'))

def tree_serialise_leaves(path_or_file, pytree, filter_spec=default_serialise_filter_spec, is_leaf=None):
    return None
