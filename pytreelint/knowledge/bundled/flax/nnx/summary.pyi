# What pytreelint knows of flax.nnx.summary (flax 0.12.8); see tools/generate_bundles.py.

from flax import nnx as nnx
from flax.nnx import graphlib as graphlib
from flax.nnx import statelib as statelib
from flax.nnx import variablelib as variablelib
from flax.typing import Key
from flax.typing import SizeBytes as SizeBytes_
import chex
import collections
import dataclasses
import functools
import jax
import typing
import yaml
from pytreelint.bundled import made, many, of, one

in_ipython = one(of('bool'), False)

class NoneDumper(yaml.SafeDumper, of('unknown')):
    pass

class SizeBytes(SizeBytes_):
    pass

class ObjectInfo(typing.NamedTuple):
    path: tuple[Key, ...]
    stats: dict[typing.Any, SizeBytes]
    variable_groups: dict[typing.Any, dict[typing.Any, jax.Array]]

NodeStats = dict[typing.Any, ObjectInfo | None]

@functools.partial(dataclasses.dataclass, frozen=True, repr=False)
class ArrayRepr:
    shape: tuple[int, ...]
    dtype: typing.Any
    @classmethod
    def from_array(cls, x: chex.Array):
        return made(cls, shape=many('tuple', rest=of('int')), dtype=of('dtype'))

@dataclasses.dataclass
class CallInfo:
    call_order: int
    object_id: int
    type: collections.abc.Callable
    path: tuple[Key, ...]
    inputs_repr: str
    outputs: typing.Any
    flops: int | None
    vjp_flops: int | None

class SimpleObjectRepr:
    def __init__(self, obj):
        self.type = of('unknown')

def filter_rng_streams(row: CallInfo):
    return of('bool')

def tabulate(obj, *input_args, depth: int | None=None, method: str='__call__', row_filter=filter_rng_streams, table_kwargs: dict[typing.Any, typing.Any]=of('object'), column_kwargs: dict[typing.Any, typing.Any]=of('object'), console_kwargs: dict[typing.Any, typing.Any]=of('object'), compute_flops: bool=False, compute_vjp_flops: bool=False, **input_kwargs):
    return of('str')
