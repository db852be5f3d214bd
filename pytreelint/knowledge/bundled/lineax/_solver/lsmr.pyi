# What pytreelint knows of lineax._solver.lsmr (lineax 0.1.1); see tools/generate_bundles.py.

from lineax._norm import two_norm
from lineax._operator import AbstractLinearOperator
from lineax._solve import AbstractLinearSolver
import collections
import typing
from pytreelint.bundled import of, one, some

class LSMR(AbstractLinearSolver):
    rtol: float
    atol: float
    norm: collections.abc.Callable = two_norm
    max_steps: int | None = None
    conlim: float = 100000000.0
    def __check_init__(self):
        return None
    def init(self, operator: AbstractLinearOperator, options: dict[typing.Any, typing.Any]):
        return of('unknown')
    def compute(self, state: AbstractLinearOperator, vector, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), of('array:jax:integer', declared=True), {'num_steps': of('array:jax:integer'), 'istop': of('array:jax:?'), 'norm_r': one(of('unknown'), of('array:jax:?')), 'norm_Ar': one(of('array:jax:?'), of('array:jax:inexact'), of('unknown')), 'norm_A': of('array:jax:inexact'), 'cond_A': of('array:jax:inexact'), 'norm_x': one(of('unknown'), of('array:jax:?'))})
    def transpose(self, state: AbstractLinearOperator, options: dict[typing.Any, typing.Any]):
        return (some(AbstractLinearOperator), {})
    def conj(self, state: AbstractLinearOperator, options: dict[typing.Any, typing.Any]):
        return (of('unknown'), {})
    def assume_full_rank(self):
        return False
