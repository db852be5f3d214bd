# What pytreelint knows of flax.core.meta (flax 0.12.8); see tools/generate_bundles.py.

from flax import errors as errors
from flax import struct as struct
from flax.typing import LogicalNames
import abc
import flax
import typing
from pytreelint.bundled import made, many, of, one, put, some

A = of('object')

B = of('object')

TAxisMetadata = of('object')

class AxisMetadata(typing.Generic, metaclass=abc.ABCMeta):
    def unbox(self):
        return of('unknown')
    def replace_boxed(self, val):
        return some(AxisMetadata)
    def add_axis(self: AxisMetadata, index: int, params: dict[typing.Any, typing.Any]):
        return some(AxisMetadata)
    def remove_axis(self: AxisMetadata, index: int, params: dict[typing.Any, typing.Any]):
        return some(AxisMetadata)

def is_axis_metadata(val):
    return of('bool')

def map_axis_meta(fn, tree):
    return of('unknown')

def add_axis(tree, index: int, params: dict[typing.Any, typing.Any]):
    return of('unknown')

def remove_axis(tree, index: int, params: dict[typing.Any, typing.Any]):
    return of('unknown')

def unbox(tree):
    return of('unknown')

def replace_boxed(tree, updates):
    return of('unknown')

PARTITION_NAME = 'partition_name'

def get_global_mesh():
    return one(None, of('unknown'))

def global_mesh_defined():
    return of('bool')

class Partitioned(flax.struct.PyTreeNode, AxisMetadata):
    value: typing.Any
    names: tuple[str | None, ...] = flax.struct.field(pytree_node=False)
    mesh: typing.Any = flax.struct.field(default=None, pytree_node=False)
    def unbox(self, apply_constraint=True):
        return self.value
    def replace_boxed(self, val):
        return put(self, value=val)
    def add_axis(self, index: int, params: dict[typing.Any, typing.Any]):
        return put(self, names=tuple(list(self.names)))
    def remove_axis(self, index: int, params: dict[typing.Any, typing.Any]):
        return put(self, names=tuple(list(self.names)))
    def get_partition_spec(self):
        return of('object')
    def get_sharding(self, mesh):
        return of('object')
    def to_nnx_metadata(self):
        return of('unknown')
    @classmethod
    def from_nnx_metadata(cls, metadata: dict[typing.Any, typing.Any]):
        return made(cls, value=of('unknown'), names=many('tuple', rest=one(of('str'), None)), mesh=one(of('object'), None))

def with_partitioning(fn, names: tuple[str | None, ...], mesh=None):
    return ((lambda *args, **kwargs: made(Partitioned, value=of('unknown'), names=names, mesh=None)) if mesh is None else (lambda *args, **kwargs: made(Partitioned, value=of('unknown'), names=names, mesh=mesh)))

def get_partition_spec(tree):
    return of('unknown')

def get_sharding(tree, mesh):
    return of('unknown')
