# What pytreelint knows of diffrax._solver.milstein (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._local_interpolation import LocalLinearInterpolation
from diffrax._solver.base import AbstractItoSolver
from diffrax._solver.base import AbstractStratonovichSolver
from diffrax._term import MultiTerm
import chex
import jax
import jaxtyping
from pytreelint.bundled import of

class StratonovichMilstein(AbstractStratonovichSolver):
    term_structure = MultiTerm
    interpolation_cls = LocalLinearInterpolation
    def order(self, terms):
        return of('unknown')
    def strong_order(self, terms):
        return 1
    def init(self, terms: MultiTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args):
        return None
    def step(self, terms: MultiTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args, solver_state: None, made_jump: jaxtyping.Bool[jax.Array, '...'] | float):
        return (of('unknown'), None, {'y0': y0, 'y1': of('unknown')}, None, of('array:jax:integer', declared=True))
    def func(self, terms: MultiTerm, t0: chex.Array | float, y0, args):
        return (of('unknown'), of('unknown'))

class ItoMilstein(AbstractItoSolver):
    term_structure = MultiTerm
    interpolation_cls = LocalLinearInterpolation
    def order(self, terms):
        return of('unknown')
    def strong_order(self, terms):
        return 1
    def init(self, terms: MultiTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args):
        return None
    def step(self, terms: MultiTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args, solver_state: None, made_jump: jaxtyping.Bool[jax.Array, '...'] | float):
        return (of('unknown'), None, {'y0': y0, 'y1': of('unknown')}, None, of('array:jax:integer', declared=True))
    def func(self, terms: MultiTerm, t0: chex.Array | float, y0, args):
        return (of('unknown'), of('unknown'))
