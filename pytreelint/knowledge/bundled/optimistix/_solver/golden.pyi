# What pytreelint knows of optimistix._solver.golden (optimistix 0.1.0); see tools/generate_bundles.py.

from optimistix._minimise import AbstractMinimiser
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of

class _GoldenSearchState(equinox.Module):
    lower: jaxtyping.Float[jax.Array, '...']
    middle: jaxtyping.Float[jax.Array, '...']
    upper: jaxtyping.Float[jax.Array, '...']
    f_middle: jaxtyping.Float[jax.Array, '...']
    first: jaxtyping.Bool[jax.Array, '...']
    terminate: jaxtyping.Bool[jax.Array, '...']

class GoldenSearch(AbstractMinimiser):
    rtol: float
    atol: float
    norm = jax.numpy.abs
    def init(self, fn, y: jaxtyping.Float[jax.Array, '...'], args, options: dict[typing.Any, typing.Any], f_struct: jax.ShapeDtypeStruct, aux_struct, tags: frozenset[typing.Any]):
        return made(_GoldenSearchState, lower=of('array:jax:?'), middle=of('array:jax:inexact'), upper=of('array:jax:?'), f_middle=of('array:any:inexact', declared=True), first=of('array:jax:bool'), terminate=of('array:jax:bool'))
    def step(self, fn, y: jaxtyping.Float[jax.Array, '...'], args, options: dict[typing.Any, typing.Any], state: _GoldenSearchState, tags: frozenset[typing.Any]):
        return (of('array:jax:inexact', declared=True), made(_GoldenSearchState, lower=of('array:jax:?', declared=True), middle=of('array:jax:?', declared=True), upper=of('array:jax:inexact', declared=True), f_middle=of('array:jax:inexact', declared=True), first=of('array:jax:bool'), terminate=of('array:jax:bool')), of('unknown'))
    def terminate(self, fn, y: jaxtyping.Float[jax.Array, '...'], args, options: dict[typing.Any, typing.Any], state: _GoldenSearchState, tags: frozenset[typing.Any]):
        return (of('array:any:bool', declared=True), of('array:jax:integer', declared=True))
    def postprocess(self, fn, y: jaxtyping.Float[jax.Array, '...'], aux, args, options: dict[typing.Any, typing.Any], state: _GoldenSearchState, tags: frozenset[typing.Any], result):
        return (y, aux, {})
