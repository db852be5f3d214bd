# What pytreelint knows of lineax._solver.gmres (lineax 0.1.1); see tools/generate_bundles.py.

from lineax._norm import max_norm
from lineax._operator import AbstractLinearOperator
from lineax._solve import AbstractLinearSolver
import collections
import jax
import typing
from pytreelint.bundled import of, one, some

class GMRES(AbstractLinearSolver):
    rtol: float
    atol: float
    norm: collections.abc.Callable = max_norm
    max_steps: int | None = None
    restart: int = 20
    stagnation_iters: int = 20
    def __check_init__(self):
        return None
    def init(self, operator: AbstractLinearOperator, options: dict[typing.Any, typing.Any]):
        return of('unknown')
    def compute(self, state: AbstractLinearOperator, vector, options: dict[typing.Any, typing.Any]):
        return (one(of('unknown'), jax.tree.map(jax.numpy.zeros_like, vector)), of('array:jax:integer', declared=True), {'num_steps': of('array:jax:integer'), 'max_steps': self.max_steps})
    def transpose(self, state: AbstractLinearOperator, options: dict[typing.Any, typing.Any]):
        return (some(AbstractLinearOperator), one({'preconditioner': of('unknown')}, {}))
    def conj(self, state: AbstractLinearOperator, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), one({'preconditioner': of('unknown')}, {}))
    def assume_full_rank(self):
        return True
