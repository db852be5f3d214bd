# What pytreelint knows of flax.nnx.pytreelib (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax import config
from flax import errors as errors
from flax import nnx as nnx
from flax.nnx import graphlib as graphlib
from flax.nnx import reprlib as reprlib
from flax.nnx import tracers as tracers
from flax.nnx import variablelib as variablelib
from flax.nnx import visualization as visualization
from flax.nnx.reprlib import Attr
from flax.nnx.reprlib import Object as Object_
from flax.nnx.reprlib import Representable
from flax.nnx.tracers import TraceState
from flax.typing import MISSING
from flax.typing import Missing
from flax.typing import SizeBytes
import abc
import chex
import collections
import dataclasses
import functools
import jax
import threading
import typing
from pytreelint.bundled import made, many, of, one

BUILDING_DOCS = of('bool')

A = of('object')

P = of('object')

T = of('object')

DataAnnotation = '__data__'

def register_data_type(type_, /):
    return type_

def is_data(value, /):
    return of('bool')

def has_data(value, /):
    return many('list', rest=of('unknown'))

StaticAnnotation = '__static__'

def dataclass(cls=None, /, *, init: bool=True, eq: bool=True, order: bool=False, unsafe_hash: bool=False, match_args: bool=True, kw_only: bool=False, slots: bool=False, weakref_slot: bool=False):
    return of('unknown')

@dataclasses.dataclass
class ObjectContext(threading.local, of('unknown')):
    seen_modules_repr: set[int] | None = None
    node_stats: dict[typing.Any, dict[typing.Any, SizeBytes]] | None = None

class PytreeState(Representable):
    def __init__(self, initializing: bool=False, is_setup: bool=False):
        self._trace_state = made(TraceState, _jax_trace=of('unknown'))
        self._initializing = initializing
        self._is_setup = is_setup
    @property
    def trace_state(self):
        return self._trace_state
    @property
    def initializing(self):
        return self._initializing
    @property
    def is_setup(self):
        return self._is_setup
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object_, type=PytreeState, start='(', end=')', kv_sep='=', indent='  ', empty_repr='', comment='', same_line=False), made(Attr, key='trace_state', value=self._trace_state, start='', end='', use_raw_value=False, use_raw_key=False)))
    def __treescope_repr__(self, path, subtree_renderer):
        return of('unknown')
jax.tree_util.register_pytree_node(PytreeState, flatten_func=lambda state: ((), (state._initializing, state._is_setup)), unflatten_func=of('function'))

def check_pytree(pytree):
    return None

class PytreeMeta(abc.ABCMeta):
    def __call__(cls, *args, **kwargs):
        return of('unknown')

ObjectMeta = PytreeMeta

@functools.partial(dataclasses.dataclass, frozen=True, repr=False)
class ArrayRepr(Representable):
    shape: tuple[int, ...]
    dtype: typing.Any
    @staticmethod
    def from_array(array: chex.Array):
        return made(ArrayRepr, shape=many('tuple', rest=of('int')), dtype=of('dtype'))
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object_, type='Array', start='(', end=')', kv_sep='=', indent='  ', empty_repr='', comment='', same_line=True), made(Attr, key='shape', value=self.shape, start='', end='', use_raw_value=False, use_raw_key=False), made(Attr, key='dtype', value=self.dtype, start='', end='', use_raw_value=False, use_raw_key=False)))

@functools.partial(dataclasses.dataclass, frozen=True, repr=False)
class VariableRepr(Representable):
    var_type: collections.abc.Callable
    value: typing.Any
    metadata: dict[typing.Any, typing.Any]
    def __nnx_repr__(self):
        return many('iterator', rest=of('unknown'))

@functools.partial(dataclasses.dataclass, frozen=True, repr=False)
class MutableArrayRepr(Representable):
    shape: tuple[int, ...]
    dtype: typing.Any
    @staticmethod
    def from_array(array: chex.Array):
        return made(MutableArrayRepr, shape=many('tuple', rest=of('int')), dtype=of('dtype'))
    def __nnx_repr__(self):
        return many('iterator', rest=one(made(Object_, type='ArrayRef', start='(', end=')', kv_sep='=', indent='  ', empty_repr='', comment='', same_line=True), made(Attr, key='shape', value=self.shape, start='', end='', use_raw_value=False, use_raw_key=False), made(Attr, key='dtype', value=self.dtype, start='', end='', use_raw_value=False, use_raw_key=False)))

class AttributeStatus(typing.NamedTuple):
    is_data: bool
    explicit: bool
