# What pytreelint knows of diffrax._root_finder._verychord (diffrax 0.7.2); see tools/generate_bundles.py.

from lineax._operator import AbstractLinearOperator
from lineax._solve import AbstractLinearSolver
from lineax._solve import AutoLinearSolver
from optimistix._root_find import AbstractRootFinder
import chex
import collections
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of, one, some

def wrapped_fn(*args, **kwargs):
    return of('array:jax:?')

class _VeryChordState(equinox.Module):
    linear_state: tuple[AbstractLinearOperator, typing.Any]
    diff: jaxtyping.PyTree[chex.Array | float]
    diffsize: jax.Array
    diffsize_prev: jax.Array
    result: typing.Any
    step: jax.Array

class VeryChord(AbstractRootFinder):
    rtol: float
    atol: float
    norm: collections.abc.Callable = wrapped_fn
    kappa: float = 0.01
    linear_solver: AbstractLinearSolver = made(AutoLinearSolver, well_posed=None)
    def init(self, fn, y, args, options: dict[typing.Any, typing.Any], f_struct, aux_struct, tags: frozenset[typing.Any]):
        return some(_VeryChordState)
    def step(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _VeryChordState, tags: frozenset[typing.Any]):
        return (of('unknown'), made(_VeryChordState, linear_state=(some(AbstractLinearOperator), of('unknown')), diff=of('unknown'), diffsize=one(of('unknown'), of('array:jax:?')), diffsize_prev=of('array:jax:?', declared=True), result=of('array:jax:integer', declared=True), step=of('array:jax:?', declared=True)), of('unknown'))
    def terminate(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _VeryChordState, tags: frozenset[typing.Any]):
        return (of('array:jax:?'), of('unknown'))
    def postprocess(self, fn, y, aux, args, options: dict[typing.Any, typing.Any], state: _VeryChordState, tags: frozenset[typing.Any], result):
        return (y, aux, {})
