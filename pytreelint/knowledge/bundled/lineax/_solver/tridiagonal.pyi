# What pytreelint knows of lineax._solver.tridiagonal (lineax 0.1.1); see tools/generate_bundles.py.

from equinox._module._prebuilt import Static
from lineax._operator import AbstractLinearOperator
from lineax._solve import AbstractLinearSolver
import jax
import typing
from pytreelint.bundled import of, some

class Tridiagonal(AbstractLinearSolver):
    def init(self, operator: AbstractLinearOperator, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), some(Static))
    def compute(self, state: tuple[tuple[jax.Array, jax.Array, jax.Array], Static], vector, options):
        return (of('unknown'), of('array:jax:integer', declared=True), {})
    def transpose(self, state: tuple[tuple[jax.Array, jax.Array, jax.Array], Static], options: dict[typing.Any, typing.Any]):
        return (((of('array:jax:?', declared=True), of('array:jax:?', declared=True), of('array:jax:?', declared=True)), some(Static)), options)
    def conj(self, state: tuple[tuple[jax.Array, jax.Array, jax.Array], Static], options: dict[typing.Any, typing.Any]):
        return (((of('array:jax:?', declared=True), of('array:jax:?', declared=True), of('array:jax:?', declared=True)), some(Static)), options)
    def assume_full_rank(self):
        return True
