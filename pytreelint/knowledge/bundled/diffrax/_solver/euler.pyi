# What pytreelint knows of diffrax._solver.euler (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._local_interpolation import LocalLinearInterpolation
from diffrax._solver.base import AbstractItoSolver
from diffrax._term import AbstractTerm
import chex
import jax
import jaxtyping
from pytreelint.bundled import of

class Euler(AbstractItoSolver):
    term_structure = AbstractTerm
    interpolation_cls = LocalLinearInterpolation
    def order(self, terms):
        return 1
    def strong_order(self, terms):
        return 0.5
    def init(self, terms: AbstractTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args):
        return None
    def step(self, terms: AbstractTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args, solver_state: None, made_jump: jaxtyping.Bool[jax.Array, '...'] | float):
        return (of('unknown'), None, {'y0': y0, 'y1': of('unknown')}, None, of('array:jax:integer', declared=True))
    def func(self, terms: AbstractTerm, t0: chex.Array | float, y0, args):
        return of('unknown')
