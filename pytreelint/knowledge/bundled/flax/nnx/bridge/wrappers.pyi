# What pytreelint knows of flax.nnx.bridge.wrappers (flax 0.12.8); see tools/generate_bundles.py.

from flax import core as core
from flax import linen as linen
from flax import nnx as nnx
from flax.core import meta as meta
from flax.core.frozen_dict import FrozenDict
from flax.nnx import graphlib as graphlib
from flax.nnx import variablelib as variablelib
from flax.nnx.bridge import module as bdg_module
from flax.nnx.bridge import variables as bv
from flax.nnx.bridge.variables import to_linen_var
from flax.nnx.graphlib import GraphDef
from flax.nnx.proxy_caller import CallableProxy
from flax.nnx.proxy_caller import DelayedAccessor
from flax.nnx.statelib import State
import collections
import dataclasses
import flax
import functools
import typing
from pytreelint.bundled import made, many, of, one, some

M = of('object')

@dataclasses.dataclass
class Functional(typing.Generic):
    module_type: collections.abc.Callable
    graphdef: GraphDef | None
    args: tuple[typing.Any, ...]
    kwargs: dict[typing.Any, typing.Any]
    def init(self, *, rngs=None):
        return of('unknown')
    def apply(self, *states):
        return made(CallableProxy, _callable=(lambda accessor, *args, **kwargs: (of('unknown'), (some(GraphDef), made(State)))), _accessor=made(DelayedAccessor, actions=()))

def functional(cls):
    return (lambda *args, **kwargs: made(Functional, module_type=cls, graphdef=None, args=args, kwargs=kwargs))

def lazy_init(fn, *args, **kwargs):
    return fn

def current_linen_module():
    return one(of('unknown'), None)

class ToNNX(flax.nnx.Module):
    def __init__(self, module, rngs=None):
        self.to_nnx__module = module
        self.to_nnx__rngs = (one(of('unknown'), None) if rngs is None else one(rngs, of('unknown')))
    @property
    def rngs(self):
        return self.to_nnx__rngs
    @property
    def module(self):
        return self.to_nnx__module
    def lazy_init(self, *args, **kwargs):
        return self
    def __getattr__(self, name: str):
        return one(of('unknown'), functools.partial(of('unknown'), method=of('unknown')))
    def __call__(self, *args, rngs=None, method=None, mutable=None, **kwargs):
        return of('unknown')

def linen_rngs_dict(linen_module, add_default: bool=False):
    return (one(of('unknown'), many('dict', rest=of('unknown'))) if add_default else many('dict', rest=of('unknown')))

class ToLinen(flax.linen.Module):
    nnx_class: collections.abc.Callable
    args: list[typing.Any] = ()
    kwargs: dict[typing.Any, typing.Any] = made(FrozenDict, _dict=many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown')))), _hash=None)
    skip_rng: bool = False
    metadata_fn: collections.abc.Callable = to_linen_var
    def __call__(self, *args, nnx_method=None, **kwargs):
        return of('unknown')
    def __getattr__(self, name: str):
        return one(of('unknown'), functools.partial(of('unknown'), nnx_method=of('unknown')))

def to_linen(nnx_class, *args, metadata_fn=to_linen_var, name: str | None=None, skip_rng: bool=False, abstract_init: bool=True, **kwargs):
    return made(ToLinen, nnx_class=nnx_class, args=args, kwargs=made(FrozenDict, _dict=one(dict(kwargs), many('dict', rest=one(of('unknown'), many('dict', rest=of('unknown'))))), _hash=None), skip_rng=skip_rng, metadata_fn=metadata_fn)

def to_linen_class(base_nnx_class, base_metadata_fn=to_linen_var, base_skip_rng: bool=False, **partial_kwargs):
    return of('unknown')
