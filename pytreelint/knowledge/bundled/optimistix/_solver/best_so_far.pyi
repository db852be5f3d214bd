# What pytreelint knows of optimistix._solver.best_so_far (optimistix 0.1.0); see tools/generate_bundles.py.

from optimistix._fixed_point import AbstractFixedPointSolver
from optimistix._iterate import AbstractIterativeSolver
from optimistix._least_squares import AbstractLeastSquaresSolver
from optimistix._minimise import AbstractMinimiser
from optimistix._root_find import AbstractRootFinder
import equinox
import jax
import typing
from pytreelint.bundled import made, of

class _BestSoFarState(equinox.Module, typing.Generic):
    best_y: typing.Any
    best_aux: typing.Any
    best_loss: jax.Array
    state: typing.Any

class _AbstractBestSoFarSolver(AbstractIterativeSolver, typing.Generic):
    @property
    def rtol(self):
        return of('unknown')
    @property
    def atol(self):
        return of('unknown')
    @property
    def norm(self):
        return of('unknown')
    def init(self, fn, y, args, options: dict[typing.Any, typing.Any], f_struct, aux_struct, tags: frozenset[typing.Any]):
        return made(_BestSoFarState, best_y=y, best_aux=jax.tree.map((lambda x: of('array:jax:?')), aux_struct), best_loss=of('array:jax:inexact'), state=of('unknown'))
    def step(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _BestSoFarState, tags: frozenset[typing.Any]):
        return (of('unknown'), made(_BestSoFarState, best_y=of('unknown'), best_aux=of('unknown'), best_loss=of('array:jax:?'), state=of('unknown')), of('unknown'))
    def terminate(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _BestSoFarState, tags: frozenset[typing.Any]):
        return (of('array:any:bool', declared=True), of('array:jax:integer', declared=True))
    def postprocess(self, fn, y, aux, args, options: dict[typing.Any, typing.Any], state: _BestSoFarState, tags: frozenset[typing.Any], result):
        return (of('unknown'), of('unknown'), {})

class BestSoFarMinimiser(_AbstractBestSoFarSolver, AbstractMinimiser):
    solver: AbstractMinimiser
    def __init__(self, solver: AbstractMinimiser):
        self.solver = solver
    @property
    def rtol(self):
        return of('unknown')
    @property
    def atol(self):
        return of('unknown')
    @property
    def norm(self):
        return of('unknown')

class BestSoFarLeastSquares(_AbstractBestSoFarSolver, AbstractLeastSquaresSolver):
    solver: AbstractLeastSquaresSolver
    def __init__(self, solver: AbstractLeastSquaresSolver):
        self.solver = solver
    @property
    def rtol(self):
        return of('unknown')
    @property
    def atol(self):
        return of('unknown')
    @property
    def norm(self):
        return of('unknown')

class BestSoFarRootFinder(_AbstractBestSoFarSolver, AbstractRootFinder):
    solver: AbstractRootFinder
    def __init__(self, solver: AbstractRootFinder):
        self.solver = solver
    @property
    def rtol(self):
        return of('unknown')
    @property
    def atol(self):
        return of('unknown')
    @property
    def norm(self):
        return of('unknown')

class BestSoFarFixedPoint(_AbstractBestSoFarSolver, AbstractFixedPointSolver):
    solver: AbstractFixedPointSolver
    def __init__(self, solver: AbstractFixedPointSolver):
        self.solver = solver
    @property
    def rtol(self):
        return of('unknown')
    @property
    def atol(self):
        return of('unknown')
    @property
    def norm(self):
        return of('unknown')
