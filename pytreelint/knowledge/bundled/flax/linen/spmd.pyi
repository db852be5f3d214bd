# What pytreelint knows of flax.linen.spmd (flax 0.12.8); see tools/generate_bundles.py.

from flax import struct as struct
from flax.core import meta as meta
from flax.core.meta import Partitioned
from flax.core.spmd import get_logical_axis_rules
from flax.typing import ArrayPytree
from flax.typing import LogicalNames
from flax.typing import LogicalPartitionSpec
from flax.typing import LogicalPartitionSpecPytree
from flax.typing import LogicalRules
import enum
import flax
import typing
from pytreelint.bundled import made, many, of, one

def logical_to_mesh_axes(array_dim_names: list[str | None] | None, rules: list[tuple[str, str | tuple[str, ...] | None]] | None=None):
    return (None if array_dim_names is None else of('object'))

def logical_to_mesh(tree, rules: list[tuple[str, str | tuple[str, ...] | None]] | None=None):
    return of('unknown')

def logical_to_mesh_sharding(tree, mesh, rules: list[tuple[str, str | tuple[str, ...] | None]] | None=None):
    return of('unknown')

class RulesFallback(enum.Enum):
    AXIS_IS_UNSHARDED = 'axis_is_unsharded'
    RAISE_ERROR = 'raise_error'
    NO_CONSTRAINT = 'no_constraint'

def with_logical_constraint(x, logical_axis_resources, rules: list[tuple[str, str | tuple[str, ...] | None]] | None=None, mesh=None, fallback=of('object:RulesFallback')):
    return one(x, of('unknown'))

class LogicallyPartitioned(Partitioned):
    rules: list[tuple[str, str | tuple[str, ...] | None]] | None = flax.struct.field(default=None, pytree_node=False)
    def __eq__(self, other):
        return one(True, of('unknown'), NotImplemented)
    def unbox(self, apply_constraint=True):
        return (one(self.value, of('unknown')) if apply_constraint else self.value)
    def to_nnx_metadata(self):
        return many('dict', rest=of('unknown'))
    @classmethod
    def from_nnx_metadata(cls, metadata: dict[typing.Any, typing.Any]):
        return made(cls, value=of('unknown'), names=many('tuple', rest=one(of('str'), None)), mesh=one(of('object'), None), rules=one(many('list', rest=(of('str'), one(of('str'), many('tuple', rest=of('str')), None))), None))

def with_logical_partitioning(fn, names: tuple[str | None, ...], mesh=None, rules: list[tuple[str, str | tuple[str, ...] | None]] | None=None):
    return (((lambda *args, **kwargs: made(LogicallyPartitioned, value=of('unknown'), names=names, mesh=None, rules=None)) if rules is None else (lambda *args, **kwargs: made(LogicallyPartitioned, value=of('unknown'), names=names, mesh=None, rules=rules))) if mesh is None else ((lambda *args, **kwargs: made(LogicallyPartitioned, value=of('unknown'), names=names, mesh=mesh, rules=None)) if rules is None else (lambda *args, **kwargs: made(LogicallyPartitioned, value=of('unknown'), names=names, mesh=mesh, rules=rules))))
