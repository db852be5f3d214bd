# What pytreelint knows of diffrax._solver.reversible_heun (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._local_interpolation import LocalLinearInterpolation
from diffrax._solver.base import AbstractAdaptiveSolver
from diffrax._solver.base import AbstractStratonovichSolver
from diffrax._term import AbstractTerm
import chex
import jax
import jaxtyping
import typing
from pytreelint.bundled import of

class ReversibleHeun(AbstractAdaptiveSolver, AbstractStratonovichSolver):
    term_structure = AbstractTerm
    interpolation_cls = LocalLinearInterpolation
    def order(self, terms):
        return 2
    def strong_order(self, terms):
        return 0.5
    def init(self, terms: AbstractTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args):
        return (y0, of('unknown'))
    def step(self, terms: AbstractTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args, solver_state: tuple[typing.Any, typing.Any], made_jump: jaxtyping.Bool[jax.Array, '...'] | float):
        return (of('unknown'), of('unknown'), {'y0': y0, 'y1': of('unknown')}, (of('unknown'), of('unknown')), of('array:jax:integer', declared=True))
    def func(self, terms: AbstractTerm, t0: chex.Array | float, y0, args):
        return of('unknown')
