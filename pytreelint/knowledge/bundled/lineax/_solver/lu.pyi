# What pytreelint knows of lineax._solver.lu (lineax 0.1.1); see tools/generate_bundles.py.

from equinox._module._prebuilt import Static
from lineax._operator import AbstractLinearOperator
from lineax._solve import AbstractLinearSolver
import jax
import typing
from pytreelint.bundled import made, of, some

class LU(AbstractLinearSolver):
    def init(self, operator: AbstractLinearOperator, options: dict[typing.Any, typing.Any]):
        return ((of('array:any:inexact', declared=True), of('array:jax:integer')), some(Static), made(Static, _leaves=[False], _treedef=of('object:jax.tree_util.PyTreeDef')))
    def compute(self, state: tuple[tuple[jax.Array, jax.Array], Static, Static], vector, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), of('array:jax:integer', declared=True), {})
    def transpose(self, state: tuple[tuple[jax.Array, jax.Array], Static, Static], options: dict[typing.Any, typing.Any]):
        return (((of('array:jax:?', declared=True), of('array:jax:?', declared=True)), some(Static), made(Static, _leaves=[of('bool')], _treedef=of('object:jax.tree_util.PyTreeDef'))), {})
    def conj(self, state: tuple[tuple[jax.Array, jax.Array], Static, Static], options: dict[typing.Any, typing.Any]):
        return (((of('array:jax:?', declared=True), of('array:jax:?', declared=True)), some(Static), made(Static, _leaves=[of('bool')], _treedef=of('object:jax.tree_util.PyTreeDef'))), {})
    def assume_full_rank(self):
        return True
