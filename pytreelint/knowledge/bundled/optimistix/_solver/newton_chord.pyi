# What pytreelint knows of optimistix._solver.newton_chord (optimistix 0.1.0); see tools/generate_bundles.py.

from lineax._operator import AbstractLinearOperator
from lineax._solve import AbstractLinearSolver
from lineax._solve import AutoLinearSolver
from optimistix._root_find import AbstractRootFinder
import collections
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of, one, some

def wrapped_fn(*args, **kwargs):
    return of('array:jax:?')

class _NewtonChordState(equinox.Module, typing.Generic):
    f: jaxtyping.PyTree[jax.Array]
    linear_state: tuple[AbstractLinearOperator, typing.Any] | None
    diff: typing.Any
    diffsize: jax.Array
    diffsize_prev: jax.Array
    result: typing.Any
    step: jax.Array

class _AbstractNewtonChord(AbstractRootFinder):
    rtol: float
    atol: float
    norm: collections.abc.Callable = wrapped_fn
    kappa: float = 0.01
    linear_solver: AbstractLinearSolver = made(AutoLinearSolver, well_posed=None)
    cauchy_termination: bool = True
    def init(self, fn, y, args, options: dict[typing.Any, typing.Any], f_struct, aux_struct, tags: frozenset[typing.Any]):
        return made(_NewtonChordState, f=one(jax.tree.map(one((lambda x: of('array:jax:?'))), f_struct), None), linear_state=one(None, (of('unknown'), of('unknown'))), diff=jax.tree.map(one((lambda x: of('array:jax:?'))), y), diffsize=of('array:jax:?'), diffsize_prev=of('array:jax:?'), result=of('array:jax:integer', declared=True), step=of('array:jax:integer'))
    def step(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _NewtonChordState, tags: frozenset[typing.Any]):
        return (of('unknown'), made(_NewtonChordState, f=one(of('unknown'), None), linear_state=one((some(AbstractLinearOperator), of('unknown')), None), diff=one(of('unknown')), diffsize=of('array:jax:?'), diffsize_prev=of('array:jax:?', declared=True), result=of('array:jax:integer', declared=True), step=of('array:jax:?', declared=True)), of('unknown'))
    def terminate(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _NewtonChordState, tags: frozenset[typing.Any]):
        return (of('array:jax:?', declared=True), of('unknown'))
    def postprocess(self, fn, y, aux, args, options: dict[typing.Any, typing.Any], state: _NewtonChordState, tags: frozenset[typing.Any], result):
        return (y, aux, {})

class Newton(_AbstractNewtonChord):
    _is_newton = True

class Chord(_AbstractNewtonChord):
    _is_newton = False
