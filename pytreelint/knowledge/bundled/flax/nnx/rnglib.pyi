# What pytreelint knows of flax.nnx.rnglib (flax 0.12.8); see tools/generate_bundles.py.

from flax import struct as struct
from flax.nnx import filterlib as filterlib
from flax.nnx import graphlib as graphlib
from flax.nnx.filterlib import All
from flax.nnx.filterlib import Everything
from flax.nnx.filterlib import Not
from flax.nnx.filterlib import Nothing
from flax.nnx.filterlib import OfType
from flax.nnx.filterlib import WithTag
from flax.nnx.nn import initializers as initializers
from flax.typing import Key
from flax.typing import MISSING
from flax.typing import Missing
import flax
import jax
import typing
from pytreelint.bundled import made, many, of, one

F = of('object')

A = of('object')

Counts = list[int]

AxesValue = int | None

SplitPattern = int | None | tuple[int | None, ...]

OutShardingType = (jax.sharding.NamedSharding, jax.sharding.PartitionSpec, None)

Fargs = of('object')

class KeylessInitializer(typing.Protocol, of('unknown')):
    def __call__(self, shape: list[int], dtype=None, out_sharding=None):
        return of('array:jax:?', declared=True)

class RngState(flax.nnx.Variable, of('unknown')):
    tag: str

class RngCount(RngState):
    pass

NotKey = made(All, predicates=(one(made(WithTag, tag=RngState), made(OfType, type=RngState), made(Everything), RngState), one(made(Everything), made(Not, predicate=one(made(WithTag, tag=flax.nnx.RngKey), made(OfType, type=flax.nnx.RngKey), made(Everything), made(Nothing), flax.nnx.RngKey)))))

RngValue = int | jax.Array

StreamBackup = (tuple, tuple)

class SplitBackups(flax.struct.PyTreeNode, typing.Iterable):
    backups: list[typing.Any]
    def __iter__(self):
        return many('iterator', rest=many('tuple', of('unknown'), of('array:jax:?', declared=True), rest=one(of('array:jax:?'), of('unknown'))))
    def __enter__(self):
        return self
    def __exit__(self, *args):
        return None

def with_rngs(node=made(Missing), /, *, split: dict[typing.Any, int | tuple[int, ...]] | int | tuple[int, ...] | None=None, fork=None, broadcast: dict[typing.Any, int | tuple[int, ...]] | int | tuple[int, ...] | None=None, only=True, graph: bool | None=None, graph_updates: bool | None=None):
    return ((((one((lambda f: (lambda *args, **kwargs: of('unknown'))), of('unknown')) if graph is None else (of('unknown') if graph else one(node, (lambda f: (lambda *args, **kwargs: of('unknown'))), of('unknown')))) if broadcast is None else (one(node, (lambda f: (lambda *args, **kwargs: of('unknown'))), of('unknown')) if graph is None else (one((lambda f: (lambda *args, **kwargs: of('unknown'))), of('unknown')) if graph else one(node, (lambda f: (lambda *args, **kwargs: of('unknown'))), of('unknown'))))) if fork is None else (one(node, (lambda f: (lambda *args, **kwargs: of('unknown'))), of('unknown')) if graph is None else (one((lambda f: (lambda *args, **kwargs: of('unknown'))), of('unknown')) if graph else one(node, (lambda f: (lambda *args, **kwargs: of('unknown'))), of('unknown'))))) if split is None else (one(node, (lambda f: (lambda *args, **kwargs: of('unknown'))), of('unknown')) if graph is None else (one((lambda f: (lambda *args, **kwargs: of('unknown'))), of('unknown')) if graph else one(node, (lambda f: (lambda *args, **kwargs: of('unknown'))), of('unknown')))))

split_rngs = of('unknown')

def fork_rngs(node=made(Missing), /, *, split: dict[typing.Any, int | tuple[int, ...] | None] | int | None=None, graph: bool | None=None, graph_updates: bool | None=None):
    return ((one((lambda f: (lambda *args, **kwargs: of('unknown'))), made(SplitBackups, backups=many('list', rest=(one(node, of('unknown')), of('unknown'), of('unknown')))), of('unknown')) if graph_updates is None else (one((lambda f: (lambda *args, **kwargs: of('unknown'))), made(SplitBackups, backups=many('list', rest=(one(node, of('unknown')), of('unknown'), of('unknown')))), of('unknown')) if graph_updates else one((lambda f: (lambda *args, **kwargs: of('unknown'))), of('unknown')))) if graph is None else ((of('unknown') if graph_updates is None else (one((lambda f: (lambda *args, **kwargs: of('unknown'))), made(SplitBackups, backups=many('list', rest=(one(node, of('unknown')), of('unknown'), of('unknown'))))) if graph_updates else of('unknown'))) if graph else one(node, (lambda f: (lambda *args, **kwargs: of('unknown'))), of('unknown'))))

def backup_keys(node, /, *, graph: bool | None=None):
    return many('list', rest=(one(node, of('unknown')), of('unknown')))

def reseed(node, /, *, graph: bool | None=None, policy='scalars_only', **stream_keys):
    return None

def restore_rngs(backups, /):
    return None
