# What pytreelint knows of optimistix._adjoint (optimistix 0.1.0); see tools/generate_bundles.py.

from lineax._solve import AbstractLinearSolver
from lineax._solve import AutoLinearSolver
import equinox
import typing
from pytreelint.bundled import made, of

class AbstractAdjoint(equinox.Module):
    def apply(self, primal_fn, rewrite_fn, inputs, tags: frozenset[typing.Any]):
        return of('unknown')

class RecursiveCheckpointAdjoint(AbstractAdjoint):
    checkpoints: int | None = None
    def apply(self, primal_fn, rewrite_fn, inputs, tags):
        return of('unknown')

class ImplicitAdjoint(AbstractAdjoint):
    linear_solver: AbstractLinearSolver = made(AutoLinearSolver, well_posed=None)
    def apply(self, primal_fn, rewrite_fn, inputs, tags):
        return (of('unknown'), of('unknown'))
