# What pytreelint knows of optimistix._root_find (optimistix 0.1.0); see tools/generate_bundles.py.

from lineax._solve import AutoLinearSolver
from optimistix._adjoint import AbstractAdjoint
from optimistix._adjoint import ImplicitAdjoint
from optimistix._iterate import AbstractIterativeSolver
from optimistix._least_squares import AbstractLeastSquaresSolver
from optimistix._minimise import AbstractMinimiser
from optimistix._solution import Solution
import equinox
import typing
from pytreelint.bundled import made, many, of, one, some

class AbstractRootFinder(AbstractIterativeSolver):
    pass

@equinox.filter_jit
def root_find(fn, solver: AbstractRootFinder | AbstractLeastSquaresSolver | AbstractMinimiser, y0, args=None, options: dict[typing.Any, typing.Any] | None=None, *, has_aux: bool=False, max_steps: int | None=256, adjoint: AbstractAdjoint=made(ImplicitAdjoint, linear_solver=made(AutoLinearSolver, well_posed=None)), throw: bool=True, tags: frozenset[typing.Any]=many('frozenset')):
    return ((some(Solution) if throw else made(Solution, value=of('unknown'), result=of('array:jax:integer', declared=True), aux=of('unknown'), stats=of('unknown'), state=of('unknown'))) if max_steps is None else (some(Solution) if throw else made(Solution, value=of('unknown'), result=of('array:jax:integer', declared=True), aux=of('unknown'), stats=one(of('unknown')), state=of('unknown'))))
