# What pytreelint knows of lineax._solver.cholesky (lineax 0.1.1); see tools/generate_bundles.py.

from equinox._module._prebuilt import Static
from lineax._operator import AbstractLinearOperator
from lineax._solve import AbstractLinearSolver
import jax
import typing
from pytreelint.bundled import made, many, of, some

class Cholesky(AbstractLinearSolver):
    def init(self, operator: AbstractLinearOperator, options: dict[typing.Any, typing.Any]):
        return (of('array:jax:inexact'), made(Static, _leaves=many('list', rest=of('unknown')), _treedef=of('object:jax.tree_util.PyTreeDef')))
    def compute(self, state: tuple[jax.Array, Static], vector, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), of('array:jax:integer', declared=True), {})
    def transpose(self, state: tuple[jax.Array, Static], options: dict[typing.Any, typing.Any]):
        return ((of('array:jax:?', declared=True), some(Static)), options)
    def conj(self, state: tuple[jax.Array, Static], options: dict[typing.Any, typing.Any]):
        return ((of('array:jax:?', declared=True), some(Static)), options)
    def assume_full_rank(self):
        return True
