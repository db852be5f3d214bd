# What pytreelint knows of lineax._solver.triangular (lineax 0.1.1); see tools/generate_bundles.py.

from equinox._module._prebuilt import Static
from lineax._operator import AbstractLinearOperator
from lineax._solve import AbstractLinearSolver
import jax
import typing
from pytreelint.bundled import made, many, of, some

class Triangular(AbstractLinearSolver):
    def init(self, operator: AbstractLinearOperator, options: dict[typing.Any, typing.Any]):
        return (of('array:any:inexact', declared=True), made(Static, _leaves=many('list', rest=of('unknown')), _treedef=of('object:jax.tree_util.PyTreeDef')), made(Static, _leaves=many('list', rest=of('unknown')), _treedef=of('object:jax.tree_util.PyTreeDef')), some(Static), made(Static, _leaves=[False], _treedef=of('object:jax.tree_util.PyTreeDef')))
    def compute(self, state: tuple[jax.Array, Static, Static, Static, Static], vector, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), of('array:jax:integer', declared=True), {})
    def transpose(self, state: tuple[jax.Array, Static, Static, Static, Static], options: dict[typing.Any, typing.Any]):
        return ((of('array:jax:?', declared=True), some(Static), some(Static), some(Static), made(Static, _leaves=[of('bool')], _treedef=of('object:jax.tree_util.PyTreeDef'))), {})
    def conj(self, state: tuple[jax.Array, Static, Static, Static, Static], options: dict[typing.Any, typing.Any]):
        return ((of('array:jax:?', declared=True), some(Static), some(Static), some(Static), some(Static)), {})
    def assume_full_rank(self):
        return True
