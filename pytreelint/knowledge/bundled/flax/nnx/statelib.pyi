# What pytreelint knows of flax.nnx.statelib (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax.nnx import filterlib as filterlib
from flax.nnx import reprlib as reprlib
from flax.nnx import traversals as traversals
from flax.nnx import variablelib as variablelib
from flax.nnx.reprlib import Attr
from flax.nnx.reprlib import Object
from flax.nnx.reprlib import Representable
from flax.typing import Key
from flax.typing import PathParts
import collections
import functools
import jax
import typing
from pytreelint.bundled import made, many, of, one, some

A = of('object')

K = of('object')

S = of('object')

V = of('object')

class NestedStateRepr(Representable):
    def __init__(self, state: State):
        self.state = state
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object, type='', start='{', end='}', kv_sep=': ', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key=of('str'), value=one(made(NestedStateRepr, state=some(State)), of('unknown')), start='', end='', use_raw_value=False, use_raw_key=False)))
    def __treescope_repr__(self, path, subtree_renderer):
        return of('unknown')

class FlatState(typing.Sequence, Representable):
    _keys: tuple[tuple[Key, ...], ...]
    _values: list[typing.Any]
    def __init__(self, items, /, *, sort: bool):
        self._keys = many('tuple', rest=of('unknown'))
        self._values = many('list', rest=of('unknown'))
    @staticmethod
    def from_sorted_keys_values(keys: tuple[tuple[Key, ...], ...], values: list[typing.Any], /):
        return some(FlatState)
    @property
    def paths(self):
        return self._keys
    @property
    def leaves(self):
        return self._values
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object, type='FlatState', start='([', end='])', kv_sep='', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key='', value=(of('unknown'), of('unknown')), start='', end='', use_raw_value=False, use_raw_key=False)))
    def __getitem__(self, index):
        return one((of('unknown'), of('unknown')), made(FlatState, _keys=many('tuple', rest=of('unknown')), _values=many('list', rest=of('unknown'))))
    def __len__(self):
        return of('int')
    def __iter__(self):
        return many('iterator', rest=(of('unknown'), of('unknown')))
    def to_nested_state(self):
        return made(State)
    def split(self, first, /, *filters):
        return one(made(FlatState, _keys=many('tuple', rest=of('unknown')), _values=many('list', rest=of('unknown'))), many('tuple', rest=made(FlatState, _keys=many('tuple', rest=of('unknown')), _values=many('list', rest=of('unknown')))))
    def filter(self, first, /, *filters):
        return one(made(FlatState, _keys=many('tuple', rest=of('unknown')), _values=many('list', rest=of('unknown'))), many('tuple', rest=made(FlatState, _keys=many('tuple', rest=of('unknown')), _values=many('list', rest=of('unknown')))))
    @staticmethod
    def merge(flat_state, /, *flat_states):
        return one(flat_state, made(FlatState, _keys=many('tuple', rest=of('unknown')), _values=many('list', rest=of('unknown'))))
jax.tree_util.register_pytree_node(FlatState, flatten_func=lambda x: (x._values, x._keys), unflatten_func=of('function'))

class State(collections.abc.MutableMapping, Representable):
    def __init__(self, mapping, /, *, _copy: bool=True):
        pass
    @property
    def raw_mapping(self):
        return one(made(State), many('dict', rest=of('unknown')))
    def __contains__(self, key):
        return of('bool')
    def __getitem__(self, key):
        return one(made(State), of('unknown'))
    def __getattr__(self, key):
        return one(made(State), of('unknown'))
    def __setitem__(self, key, value):
        return None
    def __delitem__(self, key):
        return None
    def __iter__(self):
        return many('iterator', rest=of('unknown'))
    def __len__(self):
        return of('int')
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object, type=State, start='({', end='})', kv_sep=': ', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key=of('str'), value=one(made(NestedStateRepr, state=some(State)), of('unknown')), start='', end='', use_raw_value=False, use_raw_key=False)))
    def __treescope_repr__(self, path, subtree_renderer):
        return of('unknown')
    def map(self, f):
        return made(State)
    def flat_state(self):
        return made(FlatState, _keys=many('tuple', rest=many('tuple', rest=of('unknown'))), _values=many('list', rest=one(made(State), many('dict', rest=of('unknown')), of('unknown'))))
    @classmethod
    def from_flat_path(cls, flat_state, /):
        return made(cls)
    def to_pure_dict(self, extract_fn=None):
        return one({}, many('dict', rest=of('unknown')), many('dict', rest={}))
    def replace_by_pure_dict(self, pure_dict: dict[typing.Any, typing.Any], replace_fn=None):
        return None
    def split(self, first, /, *filters):
        return one(made(State), many('tuple', rest=made(State)))
    def filter(self, first, /, *filters):
        return one(made(State), many('tuple', rest=made(State)))
    @classmethod
    def merge(cls, state: dict[typing.Any, typing.Any], /, *states):
        return one(state, some(cls))
    def __or__(self, other: State):
        return some(State)
    def __sub__(self, other: State):
        return some(State)
    @classmethod
    def __init_subclass__(cls):
        return None
jax.tree_util.register_pytree_with_keys(State, flatten_with_keys=lambda x: (many('list', rest=(of('object'), of('unknown'))), many('tuple', rest=of('unknown'))), unflatten_func=functools.partial(_state_unflatten, State), flatten_func=lambda x: (many('list', rest=of('unknown')), many('tuple', rest=of('unknown'))))

def _state_unflatten(cls, static: tuple[typing.Any, ...], leaves: tuple[typing.Any, ...]):
    return of('unknown')

def map_state(f, state: State):
    return made(State)

def to_flat_state(state: State):
    return made(FlatState, _keys=many('tuple', rest=(of('unknown'),)), _values=many('list', rest=one(made(State), many('dict', rest=of('unknown')), of('unknown'))))

def from_flat_state(flat_state, *, cls=State):
    return some(State)

def to_pure_dict(state: State, extract_fn=None):
    return one({}, many('dict', rest=of('unknown')), many('dict', rest={}))

def restore_int_paths(pure_dict: dict[typing.Any, typing.Any]):
    return one({}, many('dict', rest=of('unknown')), many('dict', rest={}))

def replace_by_pure_dict(state: State, pure_dict: dict[typing.Any, typing.Any], replace_fn=None):
    return None

def split_state(state: State, first, /, *filters):
    return one(made(State), many('tuple', rest=made(State)))

def filter_state(state: State, first, /, *filters):
    return one(made(State), many('tuple', rest=made(State)))

def merge_state(state: dict[typing.Any, typing.Any], /, *states, cls=State):
    return one(state, some(State))

def diff(state: State, other: State):
    return one(state, made(State))

def create_path_filters(state: State):
    return many('dict', rest=of('unknown'))
