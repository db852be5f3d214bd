# What pytreelint knows of flax.typing (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax.core.frozen_dict import FrozenDict
import abc
import collections
import dataclasses
import functools
import jax
import numpy
import typing
from pytreelint.bundled import made, many, of, one

RNGSequences = dict[typing.Any, jax.random.PRNGKey]

Shape = list[int]

K = of('object')

class Key(collections.abc.Hashable, typing.Protocol):
    def __lt__(self, value, /):
        return of('bool')

def is_key_like(x):
    return of('bool')

Path = str

PathParts = tuple[Key, ...]

Leaf = typing.Any

PaddingLike = str | int | list[int | tuple[int, int]]

LaxPadding = str | list[tuple[int, int]]

Collection = dict[typing.Any, typing.Any]

MutableCollection = dict[typing.Any, typing.Any]

VariableDict = dict[typing.Any, dict[typing.Any, typing.Any]]

MutableVariableDict = dict[typing.Any, dict[typing.Any, typing.Any]]

PRNGFoldable = int | str

T = of('object')

@functools.partial(dataclasses.dataclass, frozen=True)
class In(typing.Generic):
    axis: typing.Any

@functools.partial(dataclasses.dataclass, frozen=True)
class Out(typing.Generic):
    axis: typing.Any

Axis = int | None

InOutAxis = int | None | In | Out

ScanAxis = int

InOutScanAxis = int | In | Out

Axes = int | list[int]

LogicalNames = tuple[str | None, ...]

AxisName = (str, tuple, None)

LogicalRules = list[tuple[str, str | tuple[str, ...] | None]]

ArrayPytree = typing.Any

LogicalPartitionSpec = typing.Any

LogicalPartitionSpecPytree = typing.Any

PartitionSpecPytree = typing.Any

Sharding = tuple[str | tuple[str, ...] | None, ...]

A = of('object')

HA = of('object')

HB = of('object')

class PytreeDeque(collections.deque, of('unknown')):
    pass
jax.tree_util.register_pytree_with_keys(PytreeDeque, flatten_with_keys=functools.partial(_pytree_deque_flatten, with_path=True), unflatten_func=of('function'), flatten_func=functools.partial(_pytree_deque_flatten, with_path=False))

def _pytree_deque_flatten(xs: PytreeDeque, *, with_path: bool):
    return ((many('tuple', rest=(of('object'), of('unknown'))) if with_path else xs), ())

class Missing:
    pass

MISSING = made(Missing)

class ShapeDtype(typing.Protocol):
    shape: list[int]
    dtype: numpy.dtype

def has_shape_dtype(x):
    return of('bool')

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class SizeBytes:
    size: int
    bytes: int
    @classmethod
    def from_array(cls, x: ShapeDtype):
        return made(cls, size=of('int'), bytes=of('int'))
    def __add__(self, other: SizeBytes):
        return made(SizeBytes, size=of('int'), bytes=of('int'))
    def __bool__(self):
        return of('bool')
    @classmethod
    def from_any(cls, x):
        return made(cls, size=one(0, of('int')), bytes=one(0, of('int')))

TupleArg = of('object')

class PromoteDtypeFn(typing.Protocol):
    def __call__(self, args: tuple[typing.Any, ...], /, *, dtype=None, inexact: bool=True):
        return many('tuple', rest=of('unknown'))

class HashableMapping(collections.abc.Mapping, collections.abc.Hashable):
    _mapping: dict[typing.Any, typing.Any]
    def __init__(self, mapping: dict[typing.Any, typing.Any], copy: bool=True):
        self._mapping = (dict(mapping) if copy else mapping)
    def __contains__(self, key):
        return of('bool')
    def __getitem__(self, key):
        return of('unknown')
    def __iter__(self):
        return many('iterator', rest=of('unknown'))
    def __len__(self):
        return of('int')
    def __hash__(self):
        return of('int')
    def __eq__(self, other):
        return of('bool')
    def update(self, other: dict[typing.Any, typing.Any]):
        return made(HashableMapping, _mapping=dict(self._mapping))

F = of('object')

class BaseConfigContext(abc.ABC):
    @classmethod
    def get_default(cls):
        return of('unknown')
    @classmethod
    def get_stack(cls):
        return many('list', rest=of('unknown'))
    def __init__(self, value, /):
        self.prev_value = one(of('unknown'), None)
        self.new_value = value
    @classmethod
    def current_value(cls):
        return of('unknown')
    def __enter__(self):
        return None
    def __exit__(self, exc_type, exc_value, traceback):
        return None
    def __call__(self, f):
        return (lambda *args, **kwargs: of('unknown'))
