# What pytreelint knows of flax.nnx.transforms.transforms (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax.nnx import extract as extract
from flax.nnx import graphlib as graphlib
from flax.nnx import variablelib as variablelib
from flax.nnx.extract import Updates
from flax.nnx.extract import labeled
from flax.nnx.proxy_caller import CallableProxy
from flax.nnx.proxy_caller import DelayedAccessor
from flax.nnx.proxy_caller import GetAttr
from flax.nnx.transforms import general as general
from flax.typing import Leaf
from flax.typing import MISSING
from flax.typing import Missing
import collections
import dataclasses
import flax
import functools
import jax
import typing
from pytreelint.bundled import made, many, of, one

A = of('object')

C = of('object')

B = of('object')

F = of('object')

G = of('object')

M = of('object')

MA = of('object')

N = of('object')

StrInt = of('object')

AxisName = typing.Hashable

Leaves = list[typing.Any]

Index = int

def resolve_kwargs(fun=made(Missing), args: tuple[typing.Any, ...] | Missing=made(Missing), kwargs: dict[typing.Any, typing.Any] | Missing=made(Missing)):
    return one((lambda f: (lambda *args, **kwargs: of('unknown'))), of('unknown'))

class LiftedModule(typing.Generic, flax.nnx.Module):
    def __call__(self, *args, **kwargs):
        return of('unknown')
    @property
    def call(self):
        return made(CallableProxy, _callable=(lambda accessor, *args, **kwargs: of('unknown')), _accessor=made(DelayedAccessor, actions=many('tuple', rest=one(made(GetAttr, name='call'), of('unknown')))))

@functools.partial(dataclasses.dataclass, frozen=True)
class ValueMetadata:
    var_type: collections.abc.Callable
    value: typing.Any
    metadata: dict[typing.Any, typing.Any]
jax.tree_util.register_pytree_node(ValueMetadata, flatten_func=lambda value_metadata: ((value_metadata.value,), (value_metadata.var_type, many('tuple', rest=(of('unknown'), of('unknown'))))), unflatten_func=of('function'))

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleEvalShapeFn:
    f: collections.abc.Callable
    graph: bool
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return of('unknown')

@functools.partial(dataclasses.dataclass, eq=False)
class CheckifyFn:
    f: collections.abc.Callable
    def __post_init__(self):
        pass
    def __call__(self, *pure_args, **pure_kwargs):
        return (of('unknown'), of('unknown'), of('unknown'))

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleCheckifyFn:
    f: collections.abc.Callable
    graph: bool
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return (of('unknown'), many('list', rest=made(Updates, _keys=[], _values=[])))

def checkify(f, errors: frozenset[typing.Any]=jax._src.checkify.user_checks, graph: bool | None=None, graph_updates: bool | None=None):
    return ((one((lambda *args: (of('unknown'), of('unknown'))), (lambda *args, **kwargs: (of('unknown'), of('unknown')))) if graph_updates is None else (one((lambda *args: (of('unknown'), of('unknown'))), (lambda *args, **kwargs: (of('unknown'), of('unknown')))) if graph_updates else (lambda *args: (of('unknown'), of('unknown'))))) if graph is None else ((one((lambda *args: (of('unknown'), of('unknown'))), (lambda *args, **kwargs: (of('unknown'), of('unknown')))) if graph_updates is None else ((lambda *args, **kwargs: (of('unknown'), of('unknown'))) if graph_updates else (lambda *args: (of('unknown'), of('unknown'))))) if graph else (lambda *args: (of('unknown'), of('unknown')))))

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleMakeJaxprFn:
    f: collections.abc.Callable
    graph: bool
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return of('unknown')

def make_jaxpr(f=made(Missing), *, graph: bool | None=None, graph_updates: bool | None=None, static_argnums: int | list[int]=()):
    return ((one(functools.partial(make_jaxpr, graph=None, graph_updates=None, static_argnums=static_argnums), (lambda *args, **kwargs: of('unknown'))) if graph_updates is None else (functools.partial(make_jaxpr, graph=None, graph_updates=True, static_argnums=static_argnums) if graph_updates else one(functools.partial(make_jaxpr, graph=None, graph_updates=False, static_argnums=static_argnums), (lambda *args, **kwargs: of('unknown'))))) if graph is None else ((one(functools.partial(make_jaxpr, graph=True, graph_updates=None, static_argnums=static_argnums), (lambda *args, **kwargs: of('unknown'))) if graph_updates is None else (functools.partial(make_jaxpr, graph=True, graph_updates=True, static_argnums=static_argnums) if graph_updates else one(functools.partial(make_jaxpr, graph=True, graph_updates=False, static_argnums=static_argnums), (lambda *args, **kwargs: of('unknown'))))) if graph else (one(functools.partial(make_jaxpr, graph=False, graph_updates=None, static_argnums=static_argnums), (lambda *args, **kwargs: of('unknown'))) if graph_updates is None else (functools.partial(make_jaxpr, graph=False, graph_updates=True, static_argnums=static_argnums) if graph_updates else one(functools.partial(make_jaxpr, graph=False, graph_updates=False, static_argnums=static_argnums), (lambda *args, **kwargs: of('unknown')))))))

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleCondFn:
    f: collections.abc.Callable
    graph: bool
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return (of('unknown'), many('list', rest=made(Updates, _keys=[], _values=[])))
