# What pytreelint knows of flax.nnx.bridge.module (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax import errors as errors
from flax.core import meta as meta
from flax.core.frozen_dict import FrozenDict
from flax.core.scope import CollectionFilter
from flax.nnx import graphlib as graphlib
from flax.nnx import module as nnx_module
from flax.nnx import rnglib as rnglib
from flax.nnx import statelib as statelib
from flax.nnx import traversals as traversals
from flax.nnx import variablelib as variablelib
from flax.nnx.bridge import variables as bridge_variables
from flax.nnx.module import ModuleMeta as ModuleMeta_
from flax.nnx.pytreelib import register_data_type
from flax.nnx.statelib import State
from flax.nnx.statelib import _state_unflatten
import dataclasses
import enum
import flax
import functools
import jax
import threading
import typing
from pytreelint.bundled import many, of, one, some

A = of('object')

M = of('object')

F = of('object')

@dataclasses.dataclass
class ModuleStackEntry:
    module: typing.Any
    in_compact: bool
    type_counter: dict[typing.Any, int] = dataclasses.field(default_factory=(lambda: many('dict', rest=of('unknown'))))

@dataclasses.dataclass
class ModuleContext(threading.local, of('unknown')):
    module_stack: list[ModuleStackEntry | None] = dataclasses.field(default_factory=(lambda: [None]))

class ModuleState(State, of('unknown')):
    pass
jax.tree_util.register_pytree_with_keys(ModuleState, flatten_with_keys=lambda x: (many('list', rest=(of('object'), of('unknown'))), many('tuple', rest=of('unknown'))), unflatten_func=functools.partial(_state_unflatten, ModuleState))

class Scope(flax.nnx.Pytree):
    def __init__(self, rngs, mutable):
        self.rngs = rngs
        self.mutable = mutable
    def copy(self):
        return self

def has_setup(x):
    return of('bool')

def current_context():
    return one(some(ModuleStackEntry), None)

def current_module():
    return one(None, of('unknown'))

class ModuleMeta(ModuleMeta_):
    pass

class AttrPriority(enum.IntEnum):
    HIGH = 0
    INIT_PARENT = 20
    DEFAULT = 50
    LOW = 100

class ModuleBase:
    pass

class Module(flax.nnx.Module, ModuleBase, metaclass=ModuleMeta):
    @classmethod
    def __init_subclass__(cls):
        return of('unknown')
    def __getattribute__(self, name: str):
        return of('unknown')
    def set_attr_priority(self, name: str, value: int):
        return of('unknown')
    def make_rng(self, name: str='default'):
        return of('unknown')
    def param(self, name: str, init_fn, *init_args, unbox: bool=True, **init_kwargs):
        return of('unknown')
    def variable(self, col: str, name: str, init_fn=None, *init_args, unbox: bool=True, **init_kwargs):
        return of('unknown')
    @property
    def variables(self):
        return of('unknown')
    def apply(self, variables: dict[typing.Any, dict[typing.Any, typing.Any]], *args, rngs=None, method='__call__', mutable=False, _initialize: bool=False, **kwargs):
        return of('unknown')
    def init(self, rngs=None, *args, method='__call__', **kwargs):
        return of('unknown')
    def init_with_output(self, rngs=None, *args, method='__call__', mutable=False, **kwargs):
        return of('unknown')
    def is_initializing(self):
        return of('unknown')

def compact(f):
    return (lambda self, *args, **kwargs: of('unknown'))
