# What pytreelint knows of flax.nnx.transforms.autodiff (flax 0.12.8); see tools/generate_bundles.py.

from flax import struct as struct
from flax.nnx import extract as extract
from flax.nnx import filterlib as filterlib
from flax.nnx import graphlib as graphlib
from flax.nnx import variablelib as variablelib
from flax.nnx.extract import GraphDefState
from flax.nnx.extract import PrefixMapping
from flax.nnx.extract import Updates
from flax.nnx.extract import labeled
from flax.nnx.statelib import State
from flax.nnx.transforms import general as general
from flax.nnx.transforms.transforms import resolve_kwargs
from flax.typing import MISSING
from flax.typing import Missing
import collections
import dataclasses
import functools
import typing
from pytreelint.bundled import made, many, of, one, some

A = of('object')

F = of('object')

AxisName = typing.Hashable

@functools.partial(dataclasses.dataclass, frozen=True)
class DiffState(PrefixMapping):
    argnum: int
    filter: typing.Any
    def map_prefix(self, path, variable):
        return one(of('bool'), of('unknown'), True, False)

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleGradFn:
    f: collections.abc.Callable
    has_aux: bool
    graph: bool
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return (of('unknown'), one((many('list', rest=made(Updates, _keys=[], _values=[])), of('unknown')), many('list', rest=made(Updates, _keys=[], _values=[]))))

@functools.partial(dataclasses.dataclass, eq=False)
class GradFn:
    f: collections.abc.Callable
    has_aux: bool
    nondiff_states: collections.abc.Callable
    def __post_init__(self):
        self.f = of('unknown')
        self.has_aux = of('unknown')
        self.nondiff_states = of('unknown')
    def __call__(self, *pure_args):
        return (of('unknown'), one((of('unknown'), of('unknown')), of('unknown')))

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleVjpFn:
    f: collections.abc.Callable
    has_aux: bool
    graph: bool
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return (of('unknown'), one((many('list', rest=made(Updates, _keys=[], _values=[])), of('unknown')), many('list', rest=made(Updates, _keys=[], _values=[]))))

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleJvpFn:
    f: collections.abc.Callable
    has_aux: bool
    graph: bool
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return (one((of('unknown'), many('list', rest=made(Updates, _keys=[], _values=[]))), of('unknown')), one(of('unknown'), many('list', rest=made(Updates, _keys=[], _values=[]))))

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleCustomVjpFn:
    f: collections.abc.Callable
    graph: bool
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return (of('unknown'), many('list', rest=made(Updates, _keys=[], _values=[])))

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleFwdFn:
    fwd: collections.abc.Callable
    graph: bool
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return ((of('unknown'), many('list', rest=made(Updates, _keys=[], _values=[]))), (of('unknown'), of('unknown')))

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleBwdFn:
    bwd: collections.abc.Callable
    graph: bool
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return of('unknown')

class SimpleCustomVjp(typing.Generic):
    def __init__(self, fun, nondiff_argnums: tuple[int, ...], graph: bool):
        self.fun = fun
        self.nondiff_argnums = nondiff_argnums
        self.graph = graph
        self.custom_vjp_fn = of('unknown')
    def __call__(self, *args, **kwargs):
        return one(of('unknown'))
    def defvjp(self, fwd, bwd, symbolic_zeros: bool=False):
        return None

@functools.partial(dataclasses.dataclass, eq=False)
class CustomVjpFnWrapper:
    f: collections.abc.Callable
    jax_nondiff_argnums: tuple[int, ...]
    ctxtag: str
    nondiff_states: list[GraphDefState]
    nodedefs: collections.abc.Callable
    def __post_init__(self):
        pass
    def __call__(self, *pure_args):
        return (of('unknown'), of('unknown'))

@functools.partial(dataclasses.dataclass, eq=False)
class FwdFn:
    fwd: collections.abc.Callable
    nondiff_argnums: tuple[int, ...]
    ctxtag: str
    nondiff_states: list[GraphDefState]
    nodedefs: collections.abc.Callable
    def __post_init__(self):
        pass
    def __call__(self, *pure_args):
        return ((of('unknown'), of('unknown')), of('unknown'))

@functools.partial(dataclasses.dataclass, eq=False)
class BwdFn:
    bwd: collections.abc.Callable
    tree_node_args: tuple[typing.Any, ...]
    def __post_init__(self):
        pass
    def __call__(self, *args):
        return of('unknown')

class CustomVjp(typing.Generic):
    def __init__(self, fun, nondiff_argnums: tuple[int | DiffState, ...]):
        self.jax_nondiff_argnums = many('tuple', rest=of('int'))
        self.ctxtag = of('str')
        self.fun = fun
        self.fwd = None
        self.bwd = None
        self.symbolic_zeros = None
        self.nondiff_argnums = nondiff_argnums
        self.diff_filter = one({}, many('dict', rest=one(some(DiffState), False)))
    def __call__(self, *args, **kwargs):
        return of('unknown')
    def defvjp(self, fwd, bwd, symbolic_zeros: bool=False):
        return None

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleRematFn:
    f: collections.abc.Callable
    graph: bool
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return (of('unknown'), many('list', rest=made(Updates, _keys=[], _values=[])))
