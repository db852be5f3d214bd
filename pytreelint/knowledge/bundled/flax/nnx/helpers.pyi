# What pytreelint knows of flax.nnx.helpers (flax 0.12.8); see tools/generate_bundles.py.

from flax import struct as struct
from flax.nnx import graphlib as graphlib
from flax.nnx import reprlib as reprlib
from flax.nnx.graphlib import GraphDef
from flax.nnx.proxy_caller import ApplyCaller
from flax.nnx.proxy_caller import CallableProxy
from flax.nnx.proxy_caller import DelayedAccessor
from flax.nnx.reprlib import MappingReprMixin
from flax.nnx.reprlib import SequenceReprMixin
from flax.nnx.statelib import State
from optax._src.base import GradientTransformation
import chex
import flax
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, many, of, one, put, some

A = of('object')

M = of('object')

TS = of('object')

class Dict(MappingReprMixin, flax.nnx.Module, typing.MutableMapping):
    def __init__(self, *args, **kwargs):
        pass
    def __getitem__(self, key):
        return of('unknown')
    def __setitem__(self, key, value):
        return None
    def __iter__(self):
        return many('iterator', rest=of('unknown'))
    def __len__(self):
        return of('unknown')
    def __hash__(self):
        return of('int')
    def __delitem__(self, key: str):
        return None

class List(SequenceReprMixin, flax.nnx.Module, typing.MutableSequence):
    _pytree__has_int_keys = True
    def __init__(self, it=None, /):
        self._length = (0 if it is None else one(0, of('int')))
        self._items = of('unknown')
    def __len__(self):
        return self._length
    def append(self, value):
        return None
    def insert(self, index: int, value):
        return None
    def __iter__(self):
        return many('iterator', rest=of('unknown'))
    def __getitem__(self, index):
        return one(of('unknown'), many('list', rest=of('unknown')))
    def __setitem__(self, index, value):
        return None
    def __delitem__(self, index):
        return None

class Sequential(flax.nnx.Module):
    def __init__(self, *fns):
        self.layers = List(many('list', rest=of('unknown')))
    def __call__(self, *args, rngs=None, **kwargs):
        return one(args, kwargs, of('unknown'), many('tuple', rest=of('unknown')), many('dict', rest=of('unknown')), None)

class ModuleDefApply(typing.Protocol, typing.Generic):
    def __call__(self, state: State, *states):
        return some(ApplyCaller)

class TrainState(typing.Generic, flax.struct.PyTreeNode):
    graphdef: GraphDef
    params: State
    opt_state: jaxtyping.PyTree[chex.Array | float | None]
    step: jax.Array
    tx: GradientTransformation = flax.struct.field(pytree_node=False)
    @classmethod
    def create(cls, graphdef: GraphDef, *, params: State, tx: GradientTransformation, step: int=0, **kwargs):
        return made(cls, graphdef=graphdef, params=params, opt_state=of('unknown'), step=of('array:jax:?'), tx=tx, **kwargs)
    def apply(self, state: State | str, *states):
        return made(CallableProxy, _callable=(lambda accessor, *args, **kwargs: (of('unknown'), (some(GraphDef), made(State)))), _accessor=made(DelayedAccessor, actions=()))
    def apply_gradients(self: TrainState, grads: State, **kwargs):
        return put(self, opt_state=of('unknown'), step=of('array:jax:?', declared=True))

def has_keyword_arg(func, name: str):
    return of('bool')
