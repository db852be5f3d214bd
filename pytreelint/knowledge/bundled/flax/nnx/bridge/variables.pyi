# What pytreelint knows of flax.nnx.bridge.variables (flax 0.12.8); see tools/generate_bundles.py.

from flax import struct as struct
from flax.core import meta as meta
from flax.core.meta import AxisMetadata
from flax.core.meta import Partitioned
from flax.nnx import spmd as spmd
from flax.nnx import traversals as traversals
from flax.nnx import variablelib as variablelib
from flax.nnx.variablelib import VariableMetadata
from flax.typing import LogicalNames
import collections
import flax
import jax
import typing
from pytreelint.bundled import made, many, of, one, put, some

A = of('object')

B = of('object')

def sort_variable_types(types):
    return many('list', rest=of('unknown'))

class NNXMeta(flax.struct.PyTreeNode, AxisMetadata):
    var_type: collections.abc.Callable = flax.struct.field(pytree_node=False)
    value: typing.Any = flax.struct.field(pytree_node=True)
    metadata: dict[typing.Any, typing.Any] = flax.struct.field(pytree_node=False)
    def unbox(self):
        return self.value
    def replace_boxed(self, val):
        return put(self, value=val)
    def add_axis(self, index: int, params: dict[typing.Any, typing.Any]):
        return self
    def remove_axis(self, index: int, params: dict[typing.Any, typing.Any]):
        return self
    def get_partition_spec(self):
        return of('object')
    def to_nnx_variable(self):
        return of('array:jax:?', declared=True)

def is_vanilla_variable(vs: jax.Array):
    return one(False, True)

def to_linen_var(vs: jax.Array):
    return one(some(AxisMetadata), made(NNXMeta, var_type=of('object'), value=of('unknown'), metadata=many('dict', rest=of('unknown'))))

def get_col_name(keypath: list[typing.Any]):
    return of('str')

def to_nnx_var(col: str, x):
    return of('array:jax:?', declared=True)

def linen_vars_to_nnx_attrs(variables: dict[typing.Any, typing.Any]):
    return one({}, many('dict', rest=of('unknown')), many('dict', rest={}))

def nnx_attrs_to_linen_vars(nnx_attrs: dict[typing.Any, typing.Any]):
    return one({}, many('dict', rest=of('unknown')), many('dict', rest={}))

def with_partitioning(fn, names: tuple[str | None, ...], mesh=None):
    return ((lambda *args: made(VariableMetadata, raw_value=of('unknown'), on_set_value=(), on_get_value=(), on_create_value=(), on_add_axis=(), on_remove_axis=(), metadata={'out_sharding': names, 'mesh': None, 'linen_meta_type': Partitioned})) if mesh is None else (lambda *args: made(VariableMetadata, raw_value=of('unknown'), on_set_value=(), on_get_value=(), on_create_value=(), on_add_axis=(), on_remove_axis=(), metadata={'out_sharding': names, 'mesh': mesh, 'linen_meta_type': Partitioned})))
