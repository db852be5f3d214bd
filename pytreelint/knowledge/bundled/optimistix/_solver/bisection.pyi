# What pytreelint knows of optimistix._solver.bisection (optimistix 0.1.0); see tools/generate_bundles.py.

from optimistix._root_find import AbstractRootFinder
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of, one

class _BisectionState(equinox.Module):
    lower: jax.Array
    upper: jax.Array
    flip: jaxtyping.Bool[jax.Array, '...']
    error: jaxtyping.Float[jax.Array, '...']

class Bisection(AbstractRootFinder):
    rtol: float
    atol: float
    flip: bool | typing.Literal['detect'] = 'detect'
    expand_if_necessary: bool = False
    norm = jax.numpy.abs
    def init(self, fn, y: jax.Array, args, options: dict[typing.Any, typing.Any], f_struct: jax.ShapeDtypeStruct, aux_struct, tags: frozenset[typing.Any]):
        return made(_BisectionState, lower=of('array:jax:?'), upper=of('array:jax:?'), flip=one(of('array:jax:bool'), of('unknown')), error=of('array:jax:?'))
    def step(self, fn, y: jax.Array, args, options: dict[typing.Any, typing.Any], state: _BisectionState, tags: frozenset[typing.Any]):
        return (of('array:jax:?'), made(_BisectionState, lower=of('array:jax:?'), upper=of('array:jax:?'), flip=of('array:any:bool', declared=True), error=of('array:any:inexact', declared=True)), of('unknown'))
    def terminate(self, fn, y: jax.Array, args, options: dict[typing.Any, typing.Any], state: _BisectionState, tags: frozenset[typing.Any]):
        return (of('array:jax:bool'), of('array:jax:integer', declared=True))
    def postprocess(self, fn, y: jax.Array, aux, args, options: dict[typing.Any, typing.Any], state: _BisectionState, tags: frozenset[typing.Any], result):
        return (y, aux, {})
