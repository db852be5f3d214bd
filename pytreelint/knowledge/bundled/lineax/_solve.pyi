# What pytreelint knows of lineax._solve (lineax 0.1.1); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from lineax._misc import inexact_asarray
from lineax._operator import AbstractLinearOperator
from lineax._operator import FunctionLinearOperator
from lineax._solution import Solution
from lineax._tags import _HasRepr
import equinox
import jax
import typing
from pytreelint.bundled import made, many, of, one, some

class AbstractLinearSolver(equinox.Module, typing.Generic):
    def init(self, operator: AbstractLinearOperator, options: dict[typing.Any, typing.Any]):
        return of('unknown')
    def compute(self, state, vector, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), of('array:jax:integer', declared=True), many('dict', rest=of('unknown')))
    def transpose(self, state, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), many('dict', rest=of('unknown')))
    def conj(self, state, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), many('dict', rest=of('unknown')))
    def assume_full_rank(self):
        return of('bool')

class AutoLinearSolver(AbstractLinearSolver):
    well_posed: bool | None
    def select_solver(self, operator: AbstractLinearOperator):
        return some(AbstractLinearSolver)
    def init(self, operator, options):
        return (of('unknown'), of('unknown'))
    def compute(self, state: tuple[typing.Any, typing.Any], vector, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), of('array:jax:integer', declared=True), {})
    def transpose(self, state: tuple[typing.Any, typing.Any], options: dict[typing.Any, typing.Any]):
        return ((of('unknown'), of('unknown')), many('dict', rest=of('unknown')))
    def conj(self, state: tuple[typing.Any, typing.Any], options: dict[typing.Any, typing.Any]):
        return ((of('unknown'), of('unknown')), many('dict', rest=of('unknown')))
    def assume_full_rank(self):
        return of('bool')

@equinox.filter_jit
def linear_solve(operator: AbstractLinearOperator, vector, solver: AbstractLinearSolver=made(AutoLinearSolver, well_posed=True), *, options: dict[typing.Any, typing.Any] | None=None, state=of('object:object'), throw: bool=True):
    return made(Solution, value=one(jax.tree.map(inexact_asarray, vector), of('unknown')), result=of('array:jax:integer', declared=True), stats=one({}, many('dict', rest=of('unknown'))), state=one(state, of('unknown')))

def invert(operator: AbstractLinearOperator, solver: AbstractLinearSolver=made(AutoLinearSolver, well_posed=True), *, options: dict[typing.Any, typing.Any] | None=None, throw: bool=True):
    return made(FunctionLinearOperator, fn=of('unknown'), input_structure=(many('list', rest=of('unknown')), of('object:jax.tree_util.PyTreeDef')), tags=one(many('frozenset', rest=made(_HasRepr, string=of('str'))), many('frozenset', many('frozenset', rest=made(_HasRepr, string=of('str'))))))
