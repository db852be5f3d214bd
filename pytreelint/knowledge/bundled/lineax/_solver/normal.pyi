# What pytreelint knows of lineax._solver.normal (lineax 0.1.1); see tools/generate_bundles.py.

from equinox._module._prebuilt import Static
from lineax._operator import AbstractLinearOperator
from lineax._operator import TaggedLinearOperator
from lineax._solve import AbstractLinearSolver
from lineax._tags import _HasRepr
import typing
from pytreelint.bundled import made, many, of, one, some

class Normal(AbstractLinearSolver):
    inner_solver: AbstractLinearSolver
    def init(self, operator, options):
        return (of('unknown'), made(Static, _leaves=many('list', rest=of('unknown')), _treedef=of('object:jax.tree_util.PyTreeDef')), of('unknown'), one(of('unknown'), many('dict', rest=of('unknown'))))
    def compute(self, state: tuple[typing.Any, Static, AbstractLinearOperator, dict[typing.Any, typing.Any]], vector, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), of('array:jax:integer', declared=True), many('dict', rest=of('unknown')))
    def transpose(self, state: tuple[typing.Any, Static, AbstractLinearOperator, dict[typing.Any, typing.Any]], options: dict[typing.Any, typing.Any]):
        return ((of('unknown'), made(Static, _leaves=[of('bool')], _treedef=of('object:jax.tree_util.PyTreeDef')), some(AbstractLinearOperator), many('dict', rest=of('unknown'))), options)
    def conj(self, state: tuple[typing.Any, Static, AbstractLinearOperator, dict[typing.Any, typing.Any]], options: dict[typing.Any, typing.Any]):
        return ((of('unknown'), some(Static), of('unknown'), many('dict', rest=of('unknown'))), options)
    def assume_full_rank(self):
        return of('bool')
