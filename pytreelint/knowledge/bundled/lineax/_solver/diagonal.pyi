# What pytreelint knows of lineax._solver.diagonal (lineax 0.1.1); see tools/generate_bundles.py.

from equinox._module._prebuilt import Static
from lineax._operator import AbstractLinearOperator
from lineax._solve import AbstractLinearSolver
import jax
import typing
from pytreelint.bundled import of, one, some

class Diagonal(AbstractLinearSolver):
    well_posed: bool = False
    rcond: float | None = None
    def init(self, operator: AbstractLinearOperator, options: dict[typing.Any, typing.Any]):
        return (one(None, of('array:jax:?')), some(Static))
    def compute(self, state: tuple[jax.Array | None, Static], vector, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), of('array:jax:integer', declared=True), {})
    def transpose(self, state: tuple[jax.Array | None, Static], options: dict[typing.Any, typing.Any]):
        return ((one(of('array:jax:?'), None), some(Static)), {})
    def conj(self, state: tuple[jax.Array | None, Static], options: dict[typing.Any, typing.Any]):
        return ((one(None, of('array:jax:?')), some(Static)), {})
    def assume_full_rank(self):
        return self.well_posed
