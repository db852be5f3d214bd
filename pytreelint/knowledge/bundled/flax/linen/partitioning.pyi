# What pytreelint knows of flax.linen.partitioning (flax 0.12.8); see tools/generate_bundles.py.

from flax import linen as nn
from flax import struct as struct
from flax.core.frozen_dict import FrozenDict
from flax.core.frozen_dict import freeze
from flax.core.frozen_dict import unfreeze
from flax.core.scope import CollectionFilter
from flax.core.scope import PRNGSequenceFilter
from flax.core.scope import Variable
from flax.core.spmd import get_logical_axis_rules as get_axis_rules
from flax.core.spmd import logical_axis_rules as axis_rules
from flax.core.spmd import set_logical_axis_rules as set_axis_rules
from flax.linen.spmd import RulesFallback
from flax.linen.spmd import logical_to_mesh
from flax.linen.spmd import logical_to_mesh_axes
from flax.linen.spmd import with_logical_constraint as with_sharding_constraint
from flax.traverse_util import flatten_dict
from flax.traverse_util import unflatten_dict
from flax.typing import ArrayPytree
from flax.typing import In
from flax.typing import In as ScanIn
from flax.typing import InOutAxis
from flax.typing import InOutScanAxis
from flax.typing import LogicalPartitionSpec
from flax.typing import LogicalPartitionSpecPytree
from flax.typing import LogicalRules
from flax.typing import Out
from flax.typing import Out as ScanOut
from flax.typing import PartitionSpecPytree
import flax
import functools
import typing
from pytreelint.bundled import made, many, of, one

@flax.struct.dataclass
class AxisMetadata:
    names: typing.Any = flax.struct.field(pytree_node=False)

def param_with_axes(name: str, init_fn, *init_args, axes: tuple[str, ...] | None=None, module=None, **init_kwargs):
    return of('unknown')

class PartitionedVariable(Variable):
    def __init__(self, scope, collection: str, name: str, axes: tuple[str, ...] | None=None, fallback=of('object:RulesFallback')):
        self.scope = scope
        self.collection = collection
        self.name = name
        self.axes = axes
        self.fallback = fallback
    @property
    def value(self):
        return one(of('unknown'), of('array:any:?', declared=True))

def variable_with_axes(collection: str, name: str, init_fn, *init_args, axes: tuple[str, ...] | None=None, module=None, fallback=of('object:RulesFallback'), **init_kwargs):
    return made(PartitionedVariable, scope=of('unknown'), collection=collection, name=name, axes=axes, fallback=fallback)

def get_axis_names(axes_metadata):
    return made(FrozenDict, _dict=many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), _hash=None)

def scan_with_axes(target, variable_axes: dict[typing.Any, int | In | Out]={}, variable_broadcast=False, variable_carry=False, split_rngs: dict[typing.Any, bool]={}, in_axes=0, out_axes=0, length: int | None=None, reverse: bool=False, unroll: int=1, axis_name: str='layers', axes_collections: tuple[str, ...]=('params',), data_transform=None, methods=None):
    return one(functools.partial(of('unknown')), of('unknown'), (lambda self, *args, **kwargs: (of('unknown'), of('unknown'))))

def vmap_with_axes(target, variable_axes: dict[typing.Any, int | None | In | Out], split_rngs: dict[typing.Any, bool]={}, in_axes=0, out_axes=0, axis_size: int | None=None, axis_name: str | None=None, partitioning_axis_names: dict[typing.Any, str]={}, spmd_axis_name: str | None=None, methods=None):
    return one(functools.partial(of('unknown')), of('unknown'), (lambda self, *args, **kwargs: of('unknown')))

def core_remat_static(fn, variables=True, rngs=True, concrete=False, prevent_cse=True, static_argnums=(), policy=None):
    return (lambda scope_tree, *args, **kwargs: of('unknown'))

def remat(target, variables=True, rngs=True, concrete=False, prevent_cse=True, static_argnums=(), policy=None, methods=None):
    return one(functools.partial(of('unknown')), of('unknown'), (lambda self, *args, **kwargs: of('unknown')))
