# What pytreelint knows of diffrax._solver.implicit_euler (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._local_interpolation import LocalLinearInterpolation
from diffrax._root_finder._with_tols import _UseStepSizeTol
from diffrax._root_finder._with_tols import _WithTolsDoc
from diffrax._solver.base import AbstractAdaptiveSolver
from diffrax._solver.base import AbstractImplicitSolver
from diffrax._term import AbstractTerm
from lineax._solve import AutoLinearSolver
from optimistix._root_find import AbstractRootFinder
from optimistix._solver.newton_chord import Chord
import chex
import jax
import jaxtyping
from pytreelint.bundled import made, of, one

class ImplicitEuler(AbstractImplicitSolver, AbstractAdaptiveSolver):
    root_finder: AbstractRootFinder = one(made(_WithTolsDoc, cls=Chord, args=(), kwargs={}), made(Chord, rtol=made(_UseStepSizeTol), atol=made(_UseStepSizeTol), norm=made(_UseStepSizeTol), kappa=0.01, linear_solver=made(AutoLinearSolver, well_posed=None), cauchy_termination=True))
    root_find_max_steps: int = 10
    term_structure = AbstractTerm
    interpolation_cls = LocalLinearInterpolation
    def order(self, terms):
        return 1
    def error_order(self, terms):
        return one(None, 2)
    def init(self, terms: AbstractTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args):
        return None
    def step(self, terms: AbstractTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args, solver_state: None, made_jump: jaxtyping.Bool[jax.Array, '...'] | float):
        return (of('unknown'), of('unknown'), {'y0': y0, 'y1': of('unknown')}, None, of('array:jax:integer', declared=True))
    def func(self, terms: AbstractTerm, t0: chex.Array | float, y0, args):
        return of('unknown')
