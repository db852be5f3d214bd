# What pytreelint knows of flax.nnx.extract (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax import struct as struct
from flax.nnx import filterlib as filterlib
from flax.nnx import graphlib as graphlib
from flax.nnx import reprlib as reprlib
from flax.nnx import variablelib as variablelib
from flax.nnx.graphlib import GraphDef
from flax.nnx.graphlib import MergeContext
from flax.nnx.graphlib import SplitContext
from flax.nnx.reprlib import Attr
from flax.nnx.reprlib import MappingReprMixin
from flax.nnx.reprlib import Object
from flax.nnx.reprlib import Representable
from flax.nnx.statelib import State
from flax.typing import Key
from flax.typing import Missing
from flax.typing import PathParts
import abc
import dataclasses
import flax
import functools
import jax
import typing
from pytreelint.bundled import made, many, of, one, some

A = of('object')

B = of('object')

F = of('object')

Index = int

KeyPath = tuple[typing.Any, ...]

Prefix = typing.Any

Leaf = typing.Any

class OrderedDict(MappingReprMixin, dict):
    pass
jax.tree_util.register_pytree_with_keys(OrderedDict, flatten_with_keys=lambda d: (many('list', rest=(of('object'), of('unknown'))), many('tuple', rest=of('unknown'))), unflatten_func=of('function'))

def labeled(**kwargs):
    return of('unknown')

class PrefixMapping(abc.ABC):
    def map_prefix(self, path: tuple[Key, ...], variable: jax.Array, /):
        return of('unknown')

def check_consistent_aliasing(node, prefix, /, *, node_prefixes: dict[typing.Any, list[tuple[tuple[Key, ...], typing.Any]]] | None=None):
    return None

def check_consistent_aliasing2(node, prefix, /, *, base_path: tuple[typing.Any, ...]=(), node_prefixes: dict[typing.Any, list[tuple[tuple[Key, ...], typing.Any]]]):
    return None

def broadcast_prefix(prefix_tree, full_tree, prefix_is_leaf=None, tree_is_leaf=None):
    return many('list', rest=of('unknown'))

def broadcast_prefix2(prefix_tree, full_tree, is_leaf=None, prefix_leaf=None):
    return (many('list', rest=many('tuple', rest=of('unknown'))), many('list', rest=of('unknown')))

def broadcast_prefix_map(f, prefix_tree, full_tree, *rest, is_leaf=None, prefix_leaf=None):
    return of('unknown')

class GraphDefState(flax.struct.PyTreeNode):
    graphdef: GraphDef = flax.struct.field(pytree_node=False)
    state: State = flax.struct.field(pytree_node=True)

S = of('object')

class NodeStates(flax.struct.PyTreeNode):
    _graphdef: GraphDef | None
    states: tuple[typing.Any, ...]
    metadata: typing.Any = flax.struct.field(pytree_node=False)
    @property
    def graphdef(self):
        return self._graphdef
    @property
    def state(self):
        return of('unknown')
    @classmethod
    def from_split(cls, graphdef: GraphDef | None, state, /, *states, metadata=None):
        return made(cls, _graphdef=graphdef, states=many('tuple', state, rest=of('unknown')), metadata=metadata)
    @classmethod
    def from_states(cls, state, *states):
        return made(cls, _graphdef=None, states=many('tuple', state, rest=of('unknown')), metadata=None)
    @classmethod
    def from_prefixes(cls, prefixes, /, *, metadata=None):
        return made(cls, _graphdef=None, states=tuple(prefixes), metadata=metadata)

def default_split_fn(ctx: SplitContext, path: tuple[typing.Any, ...], prefix, leaf):
    return made(NodeStates, _graphdef=some(GraphDef), states=many('tuple', one(made(State), many('tuple', rest=some(State))), rest=of('unknown')), metadata=None)

def to_tree(tree, /, *, prefix=Missing, split_fn=default_split_fn, map_non_graph_nodes: bool=False, ctxtag=None, check_aliasing: bool=True):
    return of('unknown')

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class Opaque(typing.Generic):
    value: typing.Any
    def __eq__(self, other):
        return of('unknown')
    def __hash__(self):
        return 0

@functools.partial(jax.tree_util.register_dataclass, data_fields=['__state__'], meta_fields=['graphdef', 'prefix_fn'])
@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class TreeState:
    graphdef: GraphDef | None
    __state__: typing.Any
    prefix_fn: Opaque = made(Opaque, value=None)
    @property
    def state(self):
        return self.__state__
    def replace(self, **kwargs):
        return self

def to_tree2(tree, /, *, prefix=Missing, check_aliasing: bool=True, prefix_fn=None):
    return of('unknown')

def from_tree2(tree, /, recreate_variables: bool=True):
    return of('unknown')

def merge_tree_node(ctx: MergeContext, path: tuple[typing.Any, ...], prefix, leaf):
    return one(of('unknown'), some(State), of('array:jax:?'))

def is_tree_node(x):
    return of('bool')

def from_tree(tree, /, *, prefix=Missing, merge_fn=merge_tree_node, is_node_leaf=is_tree_node, is_leaf=is_tree_node, map_non_graph_nodes: bool=False, is_inner: bool | None=None, ctxtag=None):
    return one((jax.tree.map((lambda x: of('unknown')), tree, is_leaf=is_leaf) if map_non_graph_nodes else jax.tree.map((lambda x: one(of('unknown'), x)), tree, is_leaf=is_leaf)), of('unknown'))

def clear_non_graph_nodes(tree):
    return of('unknown')

class Mask(typing.NamedTuple):
    pass

def mask_at(t: tuple[typing.Any, ...], index: int | None):
    return ((None if index is None else one(None, of('unknown'))), (t if index is None else one(t, many('tuple', rest=one(made(Mask), of('unknown'))))))

def slice_at(t: tuple[typing.Any, ...], index: int | None):
    return ((None if index is None else one(None, of('unknown'))), (t if index is None else many('tuple', rest=of('unknown'))))

def replace_at(t: tuple[typing.Any, ...], index: int | None, value):
    return (t if index is None else tuple(list(t)))

def find(t: tuple[typing.Any, ...], value):
    return one(None, of('unknown'))

@jax.tree_util.register_static
@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class ExtractIndex:
    index: int

def extract(f, prefix, tree, *, is_leaf=None, prefix_leaf=None):
    return (of('unknown'), many('list', rest=of('unknown')))

def insert(tree, extracted: list[typing.Any]):
    return of('unknown')

def snapshot(args):
    return (of('unknown'), jax.tree.map((lambda x: x), args))

def copy_var_structure(tree):
    return of('unknown')

def check_no_aliases(fn_name: str, /, *, check=(), **kwargs):
    return one({}, many('dict', rest=of('array:jax:?')))

def check_prefix(prefix, prefix_name: str, fn_name: str, graph: bool, graph_updates: bool, none_leaf: bool=True):
    return many('list', rest=of('unknown'))

def variable_changed(post: jax.Array, pre: jax.Array):
    return of('bool')

@functools.partial(dataclasses.dataclass, slots=True)
class Updates(typing.Sequence, Representable):
    _keys: list[typing.Any] = dataclasses.field(default_factory=list)
    _values: list[jax.Array] = dataclasses.field(default_factory=list)
    @classmethod
    def create(cls, items=()):
        return made(cls, _keys=many('list', rest=of('unknown')), _values=many('list', rest=of('unknown')))
    def append(self, key, value: jax.Array):
        return None
    @property
    def paths(self):
        return self._keys
    @property
    def leaves(self):
        return self._values
    def __getitem__(self, key):
        return one((of('unknown'), of('array:jax:?', declared=True)), of('array:jax:?', declared=True))
    def __len__(self):
        return of('int')
    def __iter__(self):
        return many('iterator', rest=(of('unknown'), of('array:jax:?', declared=True)))
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object, type=Updates, start='({', end='})', kv_sep=': ', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key=of('str'), value=of('array:jax:?', declared=True), start='', end='', use_raw_value=False, use_raw_key=True)))
jax.tree_util.register_dataclass(Updates, data_fields=['_values'], meta_fields=['_keys'])

def get_updates(current_tree, snapshot_tree, *, prefix=None, keep_fn=None, known_prefixes=(None,)):
    return many('list', rest=made(Updates, _keys=[], _values=[]))

def apply_updates(variables: dict[typing.Any, jax.Array], updates: list[Updates]):
    return None

def treemap_copy_args(f):
    return (lambda *args, **kwargs: of('unknown'))

def check_same_variables(inputs, outputs, transform_name: str=''):
    return None

def update_carry_variables(init_val, val_out):
    return of('unknown')

def prefix(node, filter_map, /, *, graph: bool | None=None):
    return of('unknown')

def to_masked(tree, all_updates: list[Updates]):
    return of('unknown')

def filter_kwargs(f, **kwargs):
    return one(kwargs, many('dict', rest=of('unknown')))
