# What pytreelint knows of diffrax._solver.leapfrog_midpoint (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._local_interpolation import LocalLinearInterpolation
from diffrax._solver.base import AbstractSolver
from diffrax._term import AbstractTerm
import chex
import jax
import jaxtyping
import typing
from pytreelint.bundled import of

class LeapfrogMidpoint(AbstractSolver):
    term_structure = AbstractTerm
    interpolation_cls = LocalLinearInterpolation
    def order(self, terms):
        return 2
    def init(self, terms: AbstractTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args):
        return (t0, y0)
    def step(self, terms: AbstractTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args, solver_state: tuple[chex.Array | float, typing.Any], made_jump: jaxtyping.Bool[jax.Array, '...'] | float):
        return (of('unknown'), None, {'y0': y0, 'y1': of('unknown')}, (t0, y0), of('array:jax:integer', declared=True))
    def func(self, terms: AbstractTerm, t0: chex.Array | float, y0, args):
        return of('unknown')
