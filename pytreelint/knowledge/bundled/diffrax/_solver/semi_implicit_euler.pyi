# What pytreelint knows of diffrax._solver.semi_implicit_euler (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._local_interpolation import LocalLinearInterpolation
from diffrax._solver.base import AbstractSolver
from diffrax._term import AbstractTerm
import chex
import jax
import jaxtyping
import typing
from pytreelint.bundled import of

class SemiImplicitEuler(AbstractSolver):
    term_structure = (AbstractTerm, AbstractTerm)
    interpolation_cls = LocalLinearInterpolation
    def order(self, terms):
        return 1
    def init(self, terms: tuple[AbstractTerm, AbstractTerm], t0: chex.Array | float, t1: chex.Array | float, y0: tuple[typing.Any, typing.Any], args):
        return None
    def step(self, terms: tuple[AbstractTerm, AbstractTerm], t0: chex.Array | float, t1: chex.Array | float, y0: tuple[typing.Any, typing.Any], args, solver_state: None, made_jump: jaxtyping.Bool[jax.Array, '...'] | float):
        return ((of('unknown'), of('unknown')), None, {'y0': y0, 'y1': (of('unknown'), of('unknown'))}, None, of('array:jax:integer', declared=True))
    def func(self, terms: tuple[AbstractTerm, AbstractTerm], t0: chex.Array | float, y0: tuple[typing.Any, typing.Any], args):
        return (of('unknown'), of('unknown'))
