# What pytreelint knows of flax.nnx.spmd (flax 0.12.8); see tools/generate_bundles.py.

from flax.core import spmd as core_spmd
from flax.nnx import graphlib as graphlib
from flax.nnx import variablelib as variablelib
from flax.nnx.deprecations import deprecated
from flax.nnx.graphlib import GraphState
from flax.nnx.statelib import FlatState
from flax.nnx.statelib import State
from flax.nnx.variablelib import VariableMetadata
from flax.typing import Sharding
import jax
import typing
from pytreelint.bundled import made, many, of, one, some

def as_abstract_(*args, **kwargs):
    return one(of('unknown'), some(GraphState), made(State), some(State), some(FlatState), many('dict', rest=of('unknown')))

A = of('object')

F = of('object')

PARTITION_NAME = 'partition_name'

def add_axis(tree, index: int, transform_metadata: dict[typing.Any, typing.Any]):
    return of('unknown')

def remove_axis(tree, index: int, transform_metadata: dict[typing.Any, typing.Any]):
    return of('unknown')

def with_partitioning(initializer, sharding: tuple[str | tuple[str, ...] | None, ...], mesh=None, **metadata):
    return (lambda *args: made(VariableMetadata, raw_value=of('unknown'), on_set_value=many('tuple', rest=of('unknown')), on_get_value=many('tuple', rest=of('unknown')), on_create_value=many('tuple', rest=of('unknown')), on_add_axis=many('tuple', rest=of('unknown')), on_remove_axis=many('tuple', rest=of('unknown')), metadata=of('unknown')))

def get_var_pspec(v: jax.Array):
    return one(of('object'), None)

def get_partition_spec(tree):
    return of('unknown')

def get_named_sharding(tree, mesh):
    return of('unknown')

def get_abstract_model(init_fn, mesh, *, graph: bool | None=None):
    return (of('unknown'), of('unknown'))

def as_abstract(tree, graph: bool | None=None):
    return one(of('unknown'), some(GraphState), made(State), some(State), some(FlatState), many('dict', rest=of('unknown')))

abstract_with_sharding = as_abstract_
