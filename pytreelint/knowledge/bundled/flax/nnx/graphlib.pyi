# What pytreelint knows of flax.nnx.graphlib (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax import config
from flax.nnx import filterlib as filterlib
from flax.nnx import reprlib as reprlib
from flax.nnx import statelib as statelib
from flax.nnx import traversals as traversals
from flax.nnx import variablelib as variablelib
from flax.nnx.deprecations import deprecated
from flax.nnx.proxy_caller import ApplyCaller
from flax.nnx.proxy_caller import CallableProxy
from flax.nnx.proxy_caller import DelayedAccessor
from flax.nnx.reprlib import Attr
from flax.nnx.reprlib import MappingReprMixin
from flax.nnx.reprlib import Object
from flax.nnx.reprlib import PrettyMapping
from flax.nnx.reprlib import Representable
from flax.nnx.statelib import FlatState
from flax.nnx.statelib import State
from flax.nnx.statelib import map_state
from flax.nnx.variablelib import V
from flax.nnx.variablelib import is_array_ref
from flax.typing import BaseConfigContext
from flax.typing import HashableMapping
from flax.typing import Key
from flax.typing import PathParts
from flax.typing import is_key_like
import collections
import dataclasses
import flax
import functools
import jax
import threading
import typing
from pytreelint.bundled import made, many, of, one, put, some

def as_pure_(*args, **kwargs):
    return of('unknown')

A = of('object')

B = of('object')

C = of('object')

F = of('object')

HA = of('object')

HB = of('object')

KeyT = of('object')

Index = int

Names = list[int]

Node = of('object')

Leaf = of('object')

AuxData = of('object')

@jax.tree_util.register_static
@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class NoUpdate:
    pass

NO_UPDATE = made(NoUpdate)

@jax.tree_util.register_static
@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class Repeated:
    pass

REPEATED = made(Repeated)

@jax.tree_util.register_dataclass
@functools.partial(dataclasses.dataclass, frozen=True, slots=True, repr=False)
class ArrayRefOutput(Representable):
    value: jax.Array
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object, type=ArrayRefOutput, start='(', end=')', kv_sep='=', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key='value', value=self.value, start='', end='', use_raw_value=False, use_raw_key=False)))
    def __treescope_repr__(self, path, subtree_renderer):
        return of('unknown')

def is_node_leaf(x):
    return of('bool')

class IndexMap(dict):
    @staticmethod
    def from_refmap(refmap: RefMap):
        return made(IndexMap)

class RefMap(typing.MutableMapping, MappingReprMixin):
    def __init__(self, mapping=None, /):
        self._mapping = {}
    @staticmethod
    def from_indexmap(indexmap: IndexMap):
        return made(RefMap, _mapping={})
    def get(self, key, default: int | None=None):
        return one(of('int'), None)
    def __getitem__(self, key):
        return of('int')
    def __setitem__(self, key, value: int):
        return None
    def __delitem__(self, key):
        return None
    def __len__(self):
        return of('int')
    def __contains__(self, key):
        return of('bool')
    def __iter__(self):
        return many('iterator', rest=of('unknown'))
    def items(self):
        return {}

PythonRefMap = RefMap

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class NodeImplBase(typing.Generic):
    type: collections.abc.Callable
    flatten: collections.abc.Callable
    def node_dict(self, node):
        return many('dict', rest=of('unknown'))

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class GraphNodeImpl(NodeImplBase):
    set_key: collections.abc.Callable
    pop_key: collections.abc.Callable
    create_empty: collections.abc.Callable
    clear: collections.abc.Callable
    init: collections.abc.Callable

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class PytreeNodeImpl(NodeImplBase):
    unflatten: collections.abc.Callable
    set_key: collections.abc.Callable
    pop_key: collections.abc.Callable

NodeImpl = GraphNodeImpl | PytreeNodeImpl

def register_graph_node_type(type, flatten, set_key, pop_key, create_empty, clear, init):
    return None

def register_pytree_node_type(type, flatten, unflatten, *, set_key=None, pop_key=None):
    return None

def is_node(x):
    return one(False, True)

def is_graph_node(x):
    return of('bool')

def is_node_type(x):
    return of('bool')

def is_node_module(x):
    return of('bool')

def get_node_impl(x):
    return one(None, of('unknown'), made(PytreeNodeImpl, type=GenericPytree, flatten=_flatten_pytree, unflatten=_unflatten_pytree, set_key=None, pop_key=None))

def get_node_impl_for_type(x):
    return one(made(PytreeNodeImpl, type=GenericPytree, flatten=_flatten_pytree, unflatten=_unflatten_pytree, set_key=None, pop_key=None), of('unknown'), None)

@jax.tree_util.register_static
@functools.partial(dataclasses.dataclass, frozen=True, repr=False)
class NodeRef(typing.Generic, Representable):
    index: int
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object, type=NodeRef, start='(', end=')', kv_sep='=', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key='index', value=self.index, start='', end='', use_raw_value=False, use_raw_key=False)))
    def __treescope_repr__(self, path, subtree_renderer):
        return of('unknown')

@functools.partial(dataclasses.dataclass, frozen=True, repr=False)
class VariableDef(Representable, typing.Generic):
    type: collections.abc.Callable
    index: int
    outer_index: int | None
    metadata: HashableMapping
    array_refdef: ArrayRefDef | NodeRef | None
    def with_no_outer_index(self):
        return put(self, outer_index=None, array_refdef=one(self.array_refdef, made(ArrayRefDef, index=of('int'), outer_index=None), some(NodeRef), None))
    def with_same_outer_index(self):
        return put(self, outer_index=self.index, array_refdef=one(self.array_refdef, made(ArrayRefDef, index=of('int'), outer_index=of('int')), some(NodeRef), None))
    def with_matching_outer_index(self, other):
        return put(self, outer_index=one(of('int'), None), array_refdef=one(self.array_refdef, made(ArrayRefDef, index=of('int'), outer_index=one(of('int'), None)), some(NodeRef), None))
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object, type=VariableDef, start='(', end=')', kv_sep='=', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key='type', value=of('unknown'), start='', end='', use_raw_value=False, use_raw_key=False), made(Attr, key='index', value=self.index, start='', end='', use_raw_value=False, use_raw_key=False), made(Attr, key='outer_index', value=self.outer_index, start='', end='', use_raw_value=False, use_raw_key=False), made(Attr, key='metadata', value=made(PrettyMapping, mapping=self.metadata), start='', end='', use_raw_value=False, use_raw_key=False)))
    def __treescope_repr__(self, path, subtree_renderer):
        return of('unknown')

@functools.partial(dataclasses.dataclass, frozen=True, repr=False)
class ArrayRefDef(Representable):
    index: int
    outer_index: int | None
    def with_no_outer_index(self):
        return put(self, outer_index=None)
    def with_same_outer_index(self):
        return put(self, outer_index=self.index)
    def with_matching_outer_index(self, other):
        return put(self, outer_index=one(of('int'), None))
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object, type=ArrayRefDef, start='(', end=')', kv_sep='=', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key='index', value=self.index, start='', end='', use_raw_value=False, use_raw_key=False), made(Attr, key='outer_index', value=self.outer_index, start='', end='', use_raw_value=False, use_raw_key=False)))
    def __treescope_repr__(self, path, subtree_renderer):
        return of('unknown')

@jax.tree_util.register_static
@functools.partial(dataclasses.dataclass, frozen=True, repr=False, slots=True)
class NodeDef(typing.Generic, Representable):
    type: collections.abc.Callable
    index: int | None
    outer_index: int | None
    num_attributes: int
    metadata: typing.Any
    def with_no_outer_index(self):
        return put(self, outer_index=None)
    def with_same_outer_index(self):
        return put(self, outer_index=self.index)
    def with_matching_outer_index(self, other):
        return put(self, outer_index=one(of('int'), None))
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object, type=NodeDef, start='(', end=')', kv_sep='=', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key='type', value=of('unknown'), start='', end='', use_raw_value=False, use_raw_key=False), made(Attr, key='index', value=self.index, start='', end='', use_raw_value=False, use_raw_key=False), made(Attr, key='outer_index', value=self.outer_index, start='', end='', use_raw_value=False, use_raw_key=False), made(Attr, key='num_attributes', value=self.num_attributes, start='', end='', use_raw_value=False, use_raw_key=False), made(Attr, key='metadata', value=self.metadata, start='', end='', use_raw_value=False, use_raw_key=False)))
    def __treescope_repr__(self, path, subtree_renderer):
        return of('unknown')

@jax.tree_util.register_static
@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class TreeNodeDef(typing.Generic):
    type: collections.abc.Callable
    treedef: typing.Any
    path_index: tuple[tuple[tuple[Key, ...], int], ...]
    def with_no_outer_index(self):
        return self
    def with_same_outer_index(self):
        return self
    def with_matching_outer_index(self, other):
        return self

NodeDefType = NodeDef | NodeRef | VariableDef | ArrayRefDef | TreeNodeDef

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class NodeAttr:
    pass

NODE_ATTR = made(NodeAttr)

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class LeafAttr:
    pass

LEAF_ATTR = made(LeafAttr)

AttrType = NodeAttr | LeafAttr | Static

@jax.tree_util.register_static
@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class GraphDef(typing.Generic):
    nodes: list[typing.Any]
    attributes: list[tuple[Key, NodeAttr | LeafAttr | Static]]
    num_leaves: int
    def __hash__(self):
        return of('int')
    def with_no_outer_index(self):
        return put(self, nodes=many('list', rest=one(of('unknown'), some(NodeRef))))
    def with_matching_outer_index(self, other):
        return put(self, nodes=many('list', rest=one(of('unknown'), some(NodeRef))))
    def with_same_outer_index(self):
        return put(self, nodes=many('list', rest=one(of('unknown'), some(NodeRef))))
    def apply(self, state: State, *states, graph: bool | None=None):
        return made(CallableProxy, _callable=(lambda accessor, *args, **kwargs: (of('unknown'), (some(GraphDef), made(State)))), _accessor=made(DelayedAccessor, actions=()))

PureState = tuple[GraphDef, State]

flatten = of('unknown')

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class DataElem:
    value: typing.Any

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class StaticElem:
    value: typing.Any

def unflatten(graphdef: GraphDef, state: State | FlatState | list[typing.Any], /, *, index_ref: IndexMap | None=None, outer_index_outer_ref: IndexMap | None=None, copy_variables: bool=False, recreate_variables: bool=True):
    return one(state, of('unknown'), some(State), some(FlatState), of('array:jax:?'))

def graph_pop(node, filters: tuple[typing.Any, ...]):
    return many('tuple', rest=made(State))

class StaticCache(typing.NamedTuple):
    graphdef: GraphDef
    final_graphdef: GraphDef
    paths: tuple[tuple[Key, ...], ...]
    variables: list[jax.Array]
    new_ref_index: RefMap
    new_index_ref: IndexMap
    @staticmethod
    def create(graphdef: GraphDef, paths: tuple[tuple[Key, ...], ...], variables: list[jax.Array], new_ref_index: RefMap):
        return made(StaticCache, graphdef=graphdef, final_graphdef=some(GraphDef), paths=paths, variables=variables, new_ref_index=new_ref_index, new_index_ref=made(IndexMap))

@dataclasses.dataclass
class GraphContext(threading.local, of('unknown')):
    update_context_stacks: dict[typing.Any, list[UpdateContext]] = dataclasses.field(default_factory=dict)
    ref_index_stack: list[SplitContext] = dataclasses.field(default_factory=list)
    index_ref_stack: list[MergeContext] = dataclasses.field(default_factory=list)
    tmp_static_cache: dict[typing.Any, StaticCache] | None = None
    caching: bool = False
    graph_mode_stack: list[bool] = dataclasses.field(default_factory=list)
    graph_updates_stack: list[bool] = dataclasses.field(default_factory=list)

class set_graph_mode(BaseConfigContext):
    get_default = of('unknown')
    get_stack = of('unknown')

class set_graph_updates(BaseConfigContext):
    get_default = of('unknown')
    get_stack = of('unknown')

def static_cache(static_cache: dict[typing.Any, StaticCache]):
    return many('iterator', rest=None)

def _cached_partial(f, *cached_args, graph: bool | None=None, graph_updates: bool | None=None):
    return (lambda *args, **kwargs: of('unknown'))

cached_partial = _cached_partial

@dataclasses.dataclass
class SplitContext:
    ctxtag: typing.Any
    ref_index: RefMap
    is_inner: bool | None
    def split(self, node, *filters):
        return many('tuple', of('unknown'), rest=one(made(State), of('unknown')))
    def flatten(self, node, *filters, with_paths: bool=True):
        return (many('tuple', one(of('unknown'), some(GraphDef)), rest=some(FlatState)) if with_paths else (one(of('unknown'), some(GraphDef)), many('list', rest=one(of('unknown'), of('array:jax:?', declared=True)))))

def split_context(ctxtag=None):
    return many('iterator', rest=of('unknown'))

@dataclasses.dataclass
class MergeContext:
    ctxtag: typing.Any
    index_ref: IndexMap
    is_inner: bool | None
    def merge(self, graphdef: GraphDef, state: State, /, *states):
        return one(state, of('unknown'), some(State), of('array:jax:?'))
    def unflatten(self, graphdef: GraphDef, flat_state: FlatState | list[typing.Any], /, *flat_states):
        return one(flat_state, of('unknown'), some(FlatState), of('array:jax:?'))

def merge_context(ctxtag=None, inner: bool | None=None):
    return many('iterator', rest=of('unknown'))

@jax.tree_util.register_static
@dataclasses.dataclass
class UpdateContext:
    tag: typing.Any
    outer_ref_outer_index: RefMap | None
    outer_index_inner_ref: IndexMap | None
    outer_index_outer_ref: IndexMap | None
    inner_ref_outer_index: RefMap | None
    static_cache: dict[typing.Any, StaticCache] | None
    def __hash__(self):
        return 0
    def __eq__(self, other):
        return of('bool')
    def flatten_end(self, ref_index: RefMap):
        return None
    def unflatten_end(self, index_ref: IndexMap, inner_merge: bool):
        return None

@dataclasses.dataclass
class UpdateContextManager:
    tag: typing.Any
    def __enter__(self):
        return made(UpdateContext, tag=self.tag, outer_ref_outer_index=None, outer_index_inner_ref=None, outer_index_outer_ref=None, inner_ref_outer_index=None, static_cache=one(of('unknown'), None))
    def __exit__(self, *args):
        return None
    def __call__(self, f):
        return (lambda *args, **kwargs: of('unknown'))

def update_context(tag):
    return made(UpdateContextManager, tag=tag)

def current_update_context(tag):
    return some(UpdateContext)

def split(node, *filters, graph: bool | None=None):
    return many('tuple', of('unknown'), rest=one(made(State), of('unknown')))

def merge(graphdef_or_graphstate: GraphDef | GraphState, /, *states, copy: bool=False, recreate_variables: bool=True):
    return of('unknown')

def update(node, state, /, *states):
    return None

def state(node, *filters, graph: bool | None=None):
    return one(some(State), many('tuple', rest=some(State)), made(State), many('tuple', rest=made(State)))

variables = state

@functools.partial(dataclasses.dataclass, slots=True, repr=False)
class GraphState(typing.MutableMapping, typing.Generic, Representable):
    _graphdef: GraphDef
    _state: State
    def __post_init__(self):
        pass
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object, type=GraphState, start='(', end=')', kv_sep='=', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key='_graphdef', value=self._graphdef, start='', end='', use_raw_value=False, use_raw_key=False), made(Attr, key='_state', value=self._state, start='', end='', use_raw_value=False, use_raw_key=False)))
    def __getattr__(self, name):
        return of('unknown')
    def __setattr__(self, name, value):
        return None
    def __getitem__(self, key):
        return one(made(State), of('unknown'))
    def __setitem__(self, key, value):
        return None
    def __delitem__(self, key):
        return None
    def __iter__(self):
        return many('iterator', rest=of('unknown'))
    def __len__(self):
        return of('int')
    def __contains__(self, key):
        return of('bool')
jax.tree_util.register_pytree_with_keys(GraphState, flatten_with_keys=lambda x: (many('list', rest=(of('object'), of('unknown'))), (x._graphdef, many('tuple', rest=of('unknown')))), unflatten_func=of('function'), flatten_func=lambda x: (many('list', rest=of('unknown')), (x._graphdef, many('tuple', rest=of('unknown')))))

def unpack(node, *filters, graph: bool | None=None):
    return one(made(GraphState, _graphdef=one(of('unknown'), made(State)), _state=one(of('unknown'), made(State))), many('tuple', rest=made(GraphState, _graphdef=one(of('unknown'), made(State)), _state=one(of('unknown'), made(State)))))

def map(f, node, /, *, graph: bool | None=None, recreate_variables: bool=True):
    return one(of('unknown'), some(GraphState), made(State), some(State), some(FlatState), many('dict', rest=of('unknown')))

def graphdef(node, /, *, graph: bool | None=None):
    return some(GraphDef)

def pop(node, *filters):
    return one(made(State), many('tuple', rest=made(State)))

def clone(node, variables: bool=True, *, arrays: bool=False, graph: bool | None=None):
    return ((one(of('unknown'), some(GraphState), some(State), some(FlatState), many('dict', rest=of('unknown')), of('array:jax:?')) if arrays else of('unknown')) if variables else one(of('unknown'), some(GraphState), made(State), some(State), some(FlatState), many('dict', rest=of('unknown'))))

def with_vars(node, /, *, hijax: bool | None=None, ref: bool | None=None, mutable: bool | None=None, only=..., allow_duplicates: bool=False):
    return one(of('unknown'), many('dict', rest=of('unknown')), of('array:jax:?'))

vars_as = as_pure_

def as_pure(tree):
    return of('unknown')

pure = as_pure_

def call(graphdef_state: tuple[GraphDef, State], /):
    return made(CallableProxy, _callable=(lambda accessor, *args, **kwargs: (of('unknown'), (of('unknown'), one(made(State), of('unknown'))))), _accessor=made(DelayedAccessor, actions=()))

def set_metadata(node, /, *, only=flax.nnx.Variable, **metadata):
    return None

def iter_graph(node, /, *, graph: bool | None=None):
    return (one(many('iterator', rest=(many('tuple', rest=of('unknown')), one(node, of('unknown')))), many('iterator', rest=(many('tuple', rest=one(some(Key), of('str'), of('unknown'))), one(node, of('unknown'))))) if graph is None else many('iterator', rest=(many('tuple', rest=(of('unknown') if graph else one(some(Key), of('str'), of('unknown')))), one(node, of('unknown')))))

def iter_children(node, /, *, graph: bool | None=None):
    return many('iterator', rest=((one(of('unknown'), some(Key), of('str')) if graph is None else (of('unknown') if graph else one(some(Key), of('str')))), of('unknown')))

def iter_module_children(node, /, *, graph: bool | None=None):
    return many('iterator', rest=((one(of('unknown'), some(Key), of('str')) if graph is None else (of('unknown') if graph else one(some(Key), of('str')))), of('unknown')))

def recursive_map(f, node, /, *, graph: bool | None=None):
    return of('unknown')

def find_duplicates(node, /, *, only=...):
    return many('list', rest=one(of('unknown'), [()]))

@jax.tree_util.register_static
@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class Static(typing.Generic):
    value: typing.Any

class GenericPytree:
    pass

def is_pytree_node(x, *, check_graph_registry: bool=True):
    return one(False, True)

def jax_to_nnx_path(jax_path: tuple[typing.Any, ...], /):
    return many('tuple', rest=one(some(Key), of('str')))

class IndexesPytreeDef(typing.NamedTuple):
    key_index: HashableMapping
    treedef: typing.Any

def _flatten_pytree(pytree):
    return (many('list', rest=(one(some(Key), of('str')), of('unknown'))), made(IndexesPytreeDef, key_index=made(HashableMapping, _mapping=many('dict', rest=of('unknown'))), treedef=of('object')))

def _unflatten_pytree(nodes: tuple[tuple[Key, typing.Any], ...], metadata: IndexesPytreeDef):
    return of('unknown')

PYTREE_NODE_IMPL = made(PytreeNodeImpl, type=GenericPytree, flatten=_flatten_pytree, unflatten=_unflatten_pytree, set_key=None, pop_key=None)
