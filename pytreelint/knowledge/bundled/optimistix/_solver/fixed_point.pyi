# What pytreelint knows of optimistix._solver.fixed_point (optimistix 0.1.0); see tools/generate_bundles.py.

from optimistix._fixed_point import AbstractFixedPointSolver
import collections
import equinox
import jax
import typing
from pytreelint.bundled import made, of

def wrapped_fn(*args, **kwargs):
    return of('array:jax:?')

class _FixedPointState(equinox.Module):
    relative_error: jax.Array

class FixedPointIteration(AbstractFixedPointSolver):
    rtol: float
    atol: float
    norm: collections.abc.Callable = wrapped_fn
    damp: float = 0.0
    def init(self, fn, y, args, options: dict[typing.Any, typing.Any], f_struct, aux_struct, tags: frozenset[typing.Any]):
        return made(_FixedPointState, relative_error=of('array:jax:inexact'))
    def step(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _FixedPointState, tags: frozenset[typing.Any]):
        return (jax.tree.map((lambda i_np1, i_n: of('unknown')), of('unknown'), y), made(_FixedPointState, relative_error=of('array:jax:?', declared=True)), of('unknown'))
    def terminate(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _FixedPointState, tags: frozenset[typing.Any]):
        return (of('array:any:bool', declared=True), of('array:jax:integer', declared=True))
    def postprocess(self, fn, y, aux, args, options: dict[typing.Any, typing.Any], state: _FixedPointState, tags: frozenset[typing.Any], result):
        return (y, aux, {})
