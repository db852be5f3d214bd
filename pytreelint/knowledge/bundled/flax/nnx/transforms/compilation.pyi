# What pytreelint knows of flax.nnx.transforms.compilation (flax 0.12.8); see tools/generate_bundles.py.

from flax import errors as errors
from flax.nnx import extract as extract
from flax.nnx import filterlib as filterlib
from flax.nnx import graphlib as graphlib
from flax.nnx import statelib as statelib
from flax.nnx import tracers as tracers
from flax.nnx import variablelib as variablelib
from flax.nnx.extract import NodeStates
from flax.nnx.extract import PrefixMapping
from flax.nnx.extract import Updates
from flax.nnx.extract import labeled
from flax.typing import Key
from flax.typing import MISSING
from flax.typing import Missing
from flax.typing import PathParts
import collections
import dataclasses
import functools
import jax
import typing
from pytreelint.bundled import each, made, many, of, one, some

F = of('object')

P = of('object')

R = of('object')

Specs = typing.Any

AxisName = typing.Hashable

class StateSharding(PrefixMapping):
    def __init__(self, filter_sharding, /):
        self._filters = many('tuple', rest=of('unknown'))
        self._shardings = many('tuple', rest=of('unknown'))
    @property
    def filters(self):
        return self._filters
    @property
    def shardings(self):
        return self._shardings
    def map_prefix(self, path: tuple[Key, ...], variable: jax.Array):
        return of('unknown')
    def __eq__(self, other):
        return one(of('bool'), of('unknown'))
    def __hash__(self):
        return of('int')

@functools.partial(dataclasses.dataclass, eq=False)
class JitFn:
    f: collections.abc.Callable
    in_shardings: typing.Any
    out_shardings: typing.Any
    kwarg_shardings: typing.Any
    ctxtag: typing.Any
    def __post_init__(self):
        pass
    def __call__(self, *pure_args, **pure_kwargs):
        return (of('unknown'), of('unknown'), of('unknown'))

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleJitFn:
    f: collections.abc.Callable
    in_shardings: typing.Any
    out_shardings: typing.Any
    donate_argnums: frozenset[int]
    donate_argnames: frozenset[str]
    graph: bool
    update_shardings: tuple[typing.Any, ...]
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return (of('unknown'), many('list', rest=made(Updates, _keys=[], _values=[])))

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleJitPartialFn:
    f: collections.abc.Callable
    in_shardings: typing.Any
    out_shardings: typing.Any
    donate_argnums: frozenset[int]
    donate_argnames: frozenset[str]
    graph: bool
    update_shardings: tuple[typing.Any, ...]
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return (of('unknown'), many('list', rest=each(made(Updates, _keys=[], _values=[]), of('unknown'))))

class SimpleJitWrapped(typing.Generic):
    def __init__(self, fun, in_shardings, out_shardings, static_argnums: int | list[int] | None, static_argnames, donate_argnums: int | list[int] | None, donate_argnames, keep_unused: bool, device, backend: str | None, inline: bool, partial_args: tuple[typing.Any, ...], graph: bool, update_shardings: tuple[typing.Any, ...]):
        self.fun = fun
        self.out_shardings = out_shardings
        self.partial_args = partial_args
        self.graph = graph
        self.in_shardings = one(tuple(list(in_shardings)), in_shardings)
        self.jitted_fn = of('unknown')
    def __call__(self, *args, **kwargs):
        return one(of('unknown'))
    def __get__(self, obj, objtype=None):
        return functools.partial(self, obj)
    def eval_shape(self, *args, **kwargs):
        return one(of('unknown'))
    def trace(self, *args, **kwargs):
        return made(SimpleTraced, traced=of('unknown'), jit_wrapped=self)
    def lower(self, *args, **kwargs):
        return made(SimpleLowered, lowered=of('unknown'), jit_wrapped=self)

class SimpleJitPartialWrapped(typing.Generic):
    def __init__(self, fun, in_shardings, out_shardings, static_argnums: int | list[int] | None, static_argnames, donate_argnums: int | list[int] | None, donate_argnames, keep_unused: bool, device, backend: str | None, inline: bool, partial_args: list[typing.Any], graph: bool, update_shardings: list[typing.Any]):
        self.fun = fun
        self.in_shardings = in_shardings
        self.out_shardings = out_shardings
        self.partial_args = partial_args
        self.graph = graph
        self.jitted_fn = of('unknown')
    def __call__(self, *args, **kwargs):
        return one(of('unknown'))
    def __get__(self, obj, objtype=None):
        return functools.partial(self, obj)
    def eval_shape(self, *args, **kwargs):
        return one(of('unknown'))
    def trace(self, *args, **kwargs):
        return made(SimplePartialTraced, traced=of('unknown'), jit_wrapped=self)
    def lower(self, *args, **kwargs):
        return made(SimplePartialLowered, lowered=of('unknown'), jit_wrapped=self)

def jit_partial(fun, *partial_args, in_shardings=None, out_shardings=None, static_argnums: int | list[int] | None=None, static_argnames=None, donate_argnums: int | list[int] | None=None, donate_argnames=None, keep_unused: bool=False, device=None, backend: str | None=None, inline: bool=False, graph: bool | None=None, graph_updates: bool | None=None):
    return made(SimpleJitPartialWrapped, fun=of('function'), in_shardings=(None if in_shardings is None else one(many('tuple', many('list', rest=of('unknown')), rest=of('unknown')), in_shardings)), out_shardings=out_shardings, partial_args=many('list', rest=of('unknown')), graph=one(graph, of('bool')), jitted_fn=of('unknown'))

class JitWrapped(typing.Generic):
    def __init__(self, fun, in_shardings, out_shardings, static_argnums: int | list[int] | None=None, static_argnames=None, donate_argnums: int | list[int] | None=None, donate_argnames=None, keep_unused: bool=False, device=None, backend: str | None=None, inline: bool=False):
        self.fun = fun
        self.jax_in_shardings = one(jax.tree.map((lambda x: one(made(NodeStates, _graphdef=None, states=many('tuple', rest=of('unknown')), metadata=x), x)), in_shardings))
        self.jax_out_shardings = one(jax.tree.map((lambda x: one(made(NodeStates, _graphdef=None, states=many('tuple', rest=of('unknown')), metadata=x), x)), out_shardings))
        self.jitted_fn = one(of('unknown'))
        self.in_shardings = one(tuple(list(in_shardings)), in_shardings)
        self.out_shardings = out_shardings
        self.kwarg_shardings = None
        self.static_argnums = one(((() if static_argnames is None else many('tuple', rest=one(of('unknown')))) if static_argnums is None else many('tuple', rest=of('int'))), static_argnums)
    def __get__(self, obj, objtype=None):
        return functools.partial(self, obj)
    def __call__(self, *args, **kwargs):
        return of('unknown')
    def eval_shape(self, *args, **kwargs):
        return of('unknown')
    def trace(self, *args, **kwargs):
        return made(Traced, traced=of('unknown'), jit_wrapped=some(JitWrapped))
    def lower(self, *args, **kwargs):
        return made(Lowered, lowered=of('unknown'), jit_wrapped=some(JitWrapped))

class Stage:
    args_info: typing.Any
    @property
    def in_tree(self):
        return of('unknown')
    @property
    def in_avals(self):
        return of('unknown')
    @property
    def donate_argnums(self):
        return of('unknown')

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class Compiled(Stage):
    compiled: typing.Any
    jit_wrapped: JitWrapped
    @property
    def args_info(self):
        return of('unknown')
    @staticmethod
    def call(*args, **kwargs):
        return of('unknown')
    def __call__(self, *args, **kwargs):
        return of('unknown')
    @property
    def out_tree(self):
        return of('unknown')
    def as_text(self):
        return one(of('str'), None)
    def cost_analysis(self):
        return of('unknown')
    def memory_analysis(self):
        return of('unknown')
    def runtime_executable(self):
        return of('unknown')
    @property
    def input_shardings(self):
        return of('unknown')
    @property
    def output_shardings(self):
        return of('unknown')
    @property
    def input_layouts(self):
        return of('unknown')

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class Lowered(Stage):
    lowered: typing.Any
    jit_wrapped: JitWrapped
    @property
    def args_info(self):
        return of('unknown')
    @property
    def out_tree(self):
        return of('unknown')
    @classmethod
    def from_flat_info(cls, lowering, in_tree, in_avals, donate_argnums: tuple[int, ...], out_tree, no_kwargs: bool=False):
        return of('unknown')
    def compile(self, compiler_options=None):
        return made(Compiled, compiled=of('unknown'), jit_wrapped=self.jit_wrapped)
    def as_text(self, dialect: str | None=None, *, debug_info: bool=False):
        return of('str')
    def compiler_ir(self, dialect: str | None=None):
        return of('unknown')
    def cost_analysis(self):
        return of('unknown')

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class Traced(Stage):
    traced: typing.Any
    jit_wrapped: JitWrapped
    @property
    def out_info(self):
        return of('unknown')
    def lower(self, *, lowering_platforms: tuple[str, ...] | None=None):
        return made(Lowered, lowered=of('unknown'), jit_wrapped=self.jit_wrapped)

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class SimpleCompiled(Stage):
    compiled: typing.Any
    jit_wrapped: SimpleJitWrapped
    @property
    def args_info(self):
        return of('unknown')
    @staticmethod
    def call(*args, **kwargs):
        return of('unknown')
    def __call__(self, *args, **kwargs):
        return of('unknown')
    @property
    def out_tree(self):
        return of('unknown')
    def as_text(self):
        return one(of('str'), None)
    def cost_analysis(self):
        return of('unknown')
    def memory_analysis(self):
        return of('unknown')
    def runtime_executable(self):
        return of('unknown')
    @property
    def input_shardings(self):
        return of('unknown')
    @property
    def output_shardings(self):
        return of('unknown')
    @property
    def input_layouts(self):
        return of('unknown')

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class SimpleLowered(Stage):
    lowered: typing.Any
    jit_wrapped: SimpleJitWrapped
    @property
    def args_info(self):
        return of('unknown')
    @property
    def out_tree(self):
        return of('unknown')
    def compile(self, compiler_options=None):
        return made(SimpleCompiled, compiled=of('unknown'), jit_wrapped=self.jit_wrapped)
    def as_text(self, dialect: str | None=None, *, debug_info: bool=False):
        return of('str')
    def compiler_ir(self, dialect: str | None=None):
        return of('unknown')
    def cost_analysis(self):
        return of('unknown')

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class SimpleTraced(Stage):
    traced: typing.Any
    jit_wrapped: SimpleJitWrapped
    @property
    def out_info(self):
        return of('unknown')
    def lower(self, *, lowering_platforms: tuple[str, ...] | None=None):
        return made(SimpleLowered, lowered=of('unknown'), jit_wrapped=self.jit_wrapped)

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class SimplePartialCompiled(Stage):
    compiled: typing.Any
    jit_wrapped: SimpleJitPartialWrapped
    @property
    def args_info(self):
        return of('unknown')
    @staticmethod
    def call(*args, **kwargs):
        return of('unknown')
    def __call__(self, *args, **kwargs):
        return of('unknown')
    @property
    def out_tree(self):
        return of('unknown')
    def as_text(self):
        return one(of('str'), None)
    def cost_analysis(self):
        return of('unknown')
    def memory_analysis(self):
        return of('unknown')
    def runtime_executable(self):
        return of('unknown')
    @property
    def input_shardings(self):
        return of('unknown')
    @property
    def output_shardings(self):
        return of('unknown')
    @property
    def input_layouts(self):
        return of('unknown')

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class SimplePartialLowered(Stage):
    lowered: typing.Any
    jit_wrapped: SimpleJitPartialWrapped
    @property
    def args_info(self):
        return of('unknown')
    @property
    def out_tree(self):
        return of('unknown')
    def compile(self, compiler_options=None):
        return made(SimplePartialCompiled, compiled=of('unknown'), jit_wrapped=self.jit_wrapped)
    def as_text(self, dialect: str | None=None, *, debug_info: bool=False):
        return of('str')
    def compiler_ir(self, dialect: str | None=None):
        return of('unknown')
    def cost_analysis(self):
        return of('unknown')

@functools.partial(dataclasses.dataclass, frozen=True, slots=True)
class SimplePartialTraced(Stage):
    traced: typing.Any
    jit_wrapped: SimpleJitPartialWrapped
    @property
    def out_info(self):
        return of('unknown')
    def lower(self, *, lowering_platforms: tuple[str, ...] | None=None):
        return made(SimplePartialLowered, lowered=of('unknown'), jit_wrapped=self.jit_wrapped)

@functools.partial(dataclasses.dataclass, eq=False)
class SimpleShardMapFn:
    f: collections.abc.Callable
    graph: bool
    in_specs: typing.Any
    out_specs: typing.Any
    update_specs: tuple[typing.Any, ...]
    def __post_init__(self):
        pass
    def __call__(*args, **kwargs):
        return (of('unknown'), many('list', rest=made(Updates, _keys=[], _values=[])))

@functools.partial(dataclasses.dataclass, eq=False)
class ShardMapFn:
    f: collections.abc.Callable
    in_specs: typing.Any
    out_specs: typing.Any
    kwarg_specs: typing.Any
    ctxtag: typing.Any
    def __post_init__(self):
        pass
    def __call__(self, *pure_args, **pure_kwargs):
        return (of('unknown'), of('unknown'), of('unknown'))
