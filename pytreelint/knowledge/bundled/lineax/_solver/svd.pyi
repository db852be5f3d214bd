# What pytreelint knows of lineax._solver.svd (lineax 0.1.1); see tools/generate_bundles.py.

from equinox._module._prebuilt import Static
from lineax._operator import AbstractLinearOperator
from lineax._solve import AbstractLinearSolver
import jax
import typing
from pytreelint.bundled import made, many, of, one, some

class SVD(AbstractLinearSolver):
    rcond: float | None = None
    def init(self, operator: AbstractLinearOperator, options: dict[typing.Any, typing.Any]):
        return ((of('array:jax:inexact'), of('array:jax:inexact'), of('array:jax:inexact')), one(made(Static, _leaves=many('list', rest=of('unknown')), _treedef=of('object')), of('unknown')))
    def compute(self, state: tuple[tuple[jax.Array, jax.Array, jax.Array], Static], vector, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), of('array:jax:integer'), {'rank': of('array:jax:bool')})
    def transpose(self, state: tuple[tuple[jax.Array, jax.Array, jax.Array], Static], options: dict[typing.Any, typing.Any]):
        return (((of('array:jax:?'), of('array:jax:?'), of('array:jax:?')), one(made(Static, _leaves=many('list', rest=of('unknown')), _treedef=of('object')), of('unknown'))), {})
    def conj(self, state: tuple[tuple[jax.Array, jax.Array, jax.Array], Static], options: dict[typing.Any, typing.Any]):
        return (((of('array:jax:?'), of('array:jax:?'), of('array:jax:?')), some(Static)), {})
    def assume_full_rank(self):
        return False
