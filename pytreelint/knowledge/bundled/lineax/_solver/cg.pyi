# What pytreelint knows of lineax._solver.cg (lineax 0.1.1); see tools/generate_bundles.py.

from equinox._module._prebuilt import Static
from lineax._norm import max_norm
from lineax._operator import AbstractLinearOperator
from lineax._solve import AbstractLinearSolver
from lineax._solver.normal import Normal
import collections
import jax
import typing
from pytreelint.bundled import made, many, of, one, some

class CG(AbstractLinearSolver):
    rtol: float
    atol: float
    norm: collections.abc.Callable = max_norm
    stabilise_every: int | None = 10
    max_steps: int | None = None
    def __check_init__(self):
        return None
    def init(self, operator: AbstractLinearOperator, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), made(Static, _leaves=many('list', rest=of('unknown')), _treedef=of('object:jax.tree_util.PyTreeDef')))
    def compute(self, state: tuple[AbstractLinearOperator, Static], vector, options: dict[typing.Any, typing.Any]):
        return (one(of('unknown'), jax.tree.map(jax.numpy.zeros_like, vector)), of('array:jax:integer', declared=True), {'num_steps': of('array:jax:integer'), 'max_steps': self.max_steps})
    def transpose(self, state: tuple[AbstractLinearOperator, Static], options: dict[typing.Any, typing.Any]):
        return ((some(AbstractLinearOperator), some(Static)), one({'preconditioner': of('unknown')}, {}))
    def conj(self, state: tuple[AbstractLinearOperator, Static], options: dict[typing.Any, typing.Any]):
        return ((some(AbstractLinearOperator), some(Static)), one({'preconditioner': of('unknown')}, {}))
    def assume_full_rank(self):
        return True

def NormalCG(*args, **kwargs):
    return made(Normal, inner_solver=made(CG, rtol=of('float'), atol=of('float'), norm=one(of('unknown'), max_norm), stabilise_every=one(of('int'), None, 10), max_steps=one(of('int'), None)))
