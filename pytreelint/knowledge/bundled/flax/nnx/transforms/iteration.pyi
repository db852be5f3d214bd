# What pytreelint knows of flax.nnx.transforms.iteration (flax 0.12.8); see tools/generate_bundles.py.

from flax import struct as struct
from flax.core.frozen_dict import FrozenDict
from flax.nnx import extract as extract
from flax.nnx import filterlib as filterlib
from flax.nnx import graphlib as graphlib
from flax.nnx import spmd as spmd
from flax.nnx import statelib as statelib
from flax.nnx import variablelib as variablelib
from flax.nnx.extract import Mask
from flax.nnx.extract import PrefixMapping
from flax.nnx.extract import Updates
from flax.nnx.extract import labeled
from flax.nnx.statelib import State
from flax.nnx.transforms.transforms import resolve_kwargs
from flax.typing import Key
from flax.typing import Leaf
from flax.typing import Missing
from flax.typing import PytreeDeque
import collections
import dataclasses
import flax
import functools
import jax
import typing
from pytreelint.bundled import made, many, of, one, some

A = of('object')

C = of('object')

B = of('object')

F = of('object')

G = of('object')

M = of('object')

MA = of('object')

N = of('object')

T = of('object')

StrInt = of('object')

AxisName = typing.Hashable

Leaves = list[typing.Any]

Index = int

class Carry:
    pass

def transform_metadata(f=Missing, *, in_axes=0, out_axes=0, partition: str | None, graph: bool | None=None):
    return one(((functools.partial(transform_metadata, in_axes=in_axes, out_axes=out_axes, partition=None, graph=None) if graph is None else (functools.partial(transform_metadata, in_axes=in_axes, out_axes=out_axes, partition=None, graph=True) if graph else functools.partial(transform_metadata, in_axes=in_axes, out_axes=out_axes, partition=None, graph=False))) if partition is None else (functools.partial(transform_metadata, in_axes=in_axes, out_axes=out_axes, partition=partition, graph=None) if graph is None else (functools.partial(transform_metadata, in_axes=in_axes, out_axes=out_axes, partition=partition, graph=True) if graph else functools.partial(transform_metadata, in_axes=in_axes, out_axes=out_axes, partition=partition, graph=False)))), (lambda *args, **kwargs: of('unknown')))

class StateAxes(PrefixMapping, typing.Mapping):
    def __init__(self, filter_axes, /):
        self._filters = many('tuple', rest=of('unknown'))
        self._axes = many('tuple', rest=of('unknown'))
    @property
    def filters(self):
        return self._filters
    @property
    def axes(self):
        return self._axes
    def map_prefix(self, path: tuple[Key, ...], variable: jax.Array):
        return one(of('int'), of('object'), None)
    def items(self):
        return many('iterator', rest=(of('unknown'), one(of('int'), of('object'), None)))
    def __getitem__(self, key):
        return one(of('int'), of('object'), None)
    def __iter__(self):
        return many('iterator', rest=of('unknown'))
    def __len__(self):
        return of('int')
    def __eq__(self, other):
        return one(of('bool'), of('unknown'))
    def __hash__(self):
        return of('int')

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleVmapFn:
    f: collections.abc.Callable
    graph: bool
    in_axes: typing.Any
    out_axes: typing.Any
    update_axes: tuple[typing.Any, ...]
    def __post_init__(self):
        pass
    def __call__(self, *args, **kwargs):
        return (of('unknown'), many('list', rest=made(Updates, _keys=[], _values=[])))

@functools.partial(dataclasses.dataclass, eq=False)
class SimplePmapFn:
    f: collections.abc.Callable
    graph: bool
    in_axes: typing.Any
    out_axes: typing.Any
    update_axes: tuple[typing.Any, ...]
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return (of('unknown'), many('list', rest=made(Updates, _keys=[], _values=[])))

@functools.partial(dataclasses.dataclass, eq=False)
class VmapFn:
    f: collections.abc.Callable
    transform_metadata: dict[typing.Any, typing.Any]
    in_axes: typing.Any
    out_axes: typing.Any
    def __post_init__(self):
        pass
    def __call__(self, *pure_args):
        return (of('unknown'), of('unknown'))

@functools.partial(dataclasses.dataclass, eq=False)
class PmapFn:
    f: collections.abc.Callable
    transform_metadata: dict[typing.Any, typing.Any]
    in_axes: typing.Any
    out_axes: typing.Any
    def __post_init__(self):
        pass
    def __call__(self, *pure_args):
        return (of('unknown'), of('unknown'))

class Broadcasted(flax.struct.PyTreeNode):
    data: typing.Any

@functools.partial(dataclasses.dataclass, eq=False)
class ScanFn:
    f: collections.abc.Callable
    input_carry_argnum: int | None | typing.Literal['all']
    output_carry_argnum: int | None | typing.Literal['all']
    in_axes: typing.Any
    out_axes: typing.Any
    transform_metadata: dict[typing.Any, typing.Any]
    def __post_init__(self):
        pass
    def __call__(self, carry: tuple[typing.Any, PytreeDeque, PytreeDeque, PytreeDeque], scan_in: tuple[typing.Any, ...]):
        return ((one(of('unknown'), None), of('unknown'), some(PytreeDeque), some(PytreeDeque)), (of('unknown'), one((), many('tuple', rest=one(of('unknown'), None)), of('unknown')), of('unknown')))

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleScanFn:
    f: collections.abc.Callable
    graph: bool
    in_axes: typing.Any
    out_axes: typing.Any
    out_is_tuple: bool
    carry_idx: int | None
    carry_out_idx: int | None
    update_axes: tuple[typing.Any, ...]
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return ((one(of('unknown'), None), of('unknown')), (one(of('unknown'), many('tuple', rest=one(made(Mask), of('unknown'))), None), many('list', rest=made(Updates, _keys=[], _values=[]))))

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleWhileLoopBodyFn:
    f: collections.abc.Callable
    graph: bool
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return of('unknown')

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleWhileLoopCondFn:
    f: collections.abc.Callable
    graph: bool
    def __post_init__(self):
        pass
    def __call__(self, val):
        return of('unknown')

@functools.partial(dataclasses.dataclass, eq=False)
class WhileLoopCondFn:
    f: collections.abc.Callable
    def __post_init__(self):
        pass
    def __call__(self, pure_val):
        return of('unknown')

@functools.partial(dataclasses.dataclass, eq=False)
class WhileLoopBodyFn:
    f: collections.abc.Callable
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return of('unknown')

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleForiLoopBodyFn:
    f: collections.abc.Callable
    graph: bool
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return of('unknown')

@functools.partial(dataclasses.dataclass, eq=False)
class ForiLoopBodyFn:
    f: collections.abc.Callable
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return of('unknown')
