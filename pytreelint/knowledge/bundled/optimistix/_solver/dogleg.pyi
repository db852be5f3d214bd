# What pytreelint knows of optimistix._solver.dogleg (optimistix 0.1.0); see tools/generate_bundles.py.

from lineax._solve import AbstractLinearSolver
from lineax._solve import AutoLinearSolver
from optimistix._misc import _default_no_verbose
from optimistix._misc import _default_verbose
from optimistix._root_find import AbstractRootFinder
from optimistix._search import AbstractDescent
from optimistix._solver.bisection import Bisection
from optimistix._solver.gauss_newton import AbstractGaussNewton
from optimistix._solver.trust_region import ClassicalTrustRegion
import collections
import equinox
import jax
import typing
from pytreelint.bundled import made, of, one

def wrapped_fn(*args, **kwargs):
    return of('array:jax:?')

class _DoglegDescentState(equinox.Module, typing.Generic):
    newton: typing.Any
    cauchy: typing.Any
    newton_norm: jax.Array
    cauchy_norm: jax.Array
    result: typing.Any

class DoglegDescent(AbstractDescent):
    linear_solver: AbstractLinearSolver = made(AutoLinearSolver, well_posed=None)
    root_finder: AbstractRootFinder = made(Bisection, rtol=0.001, atol=0.001, flip='detect', expand_if_necessary=False)
    trust_region_norm: collections.abc.Callable = wrapped_fn
    def init(self, y, f_info_struct):
        return made(_DoglegDescentState, newton=y, cauchy=y, newton_norm=of('array:jax:inexact'), cauchy_norm=of('array:jax:inexact'), result=of('array:jax:integer', declared=True))
    def query(self, y, f_info, state: _DoglegDescentState):
        return made(_DoglegDescentState, newton=of('unknown'), cauchy=of('unknown'), newton_norm=one(of('unknown'), of('array:jax:?')), cauchy_norm=one(of('unknown'), of('array:jax:?')), result=of('array:jax:integer', declared=True))
    def step(self, step_size: jax.Array, state: _DoglegDescentState):
        return (one(of('array:jax:?'), of('unknown')), of('array:jax:integer', declared=True))

class Dogleg(AbstractGaussNewton):
    rtol: float
    atol: float
    norm: collections.abc.Callable
    descent: DoglegDescent
    search: ClassicalTrustRegion
    verbose: collections.abc.Callable
    def __init__(self, rtol: float, atol: float, norm=wrapped_fn, linear_solver: AbstractLinearSolver=made(AutoLinearSolver, well_posed=None), verbose=False):
        self.rtol = rtol
        self.atol = atol
        self.norm = norm
        self.descent = made(DoglegDescent, linear_solver=linear_solver, root_finder=made(Bisection, rtol=0.001, atol=0.001, flip='detect', expand_if_necessary=False), trust_region_norm=(lambda *args, **kwargs: of('array:jax:?')))
        self.search = made(ClassicalTrustRegion, high_cutoff=0.99, low_cutoff=0.01, high_constant=3.5, low_constant=0.25)
        self.verbose = (_default_no_verbose if verbose == False else one(verbose, _default_verbose, _default_no_verbose))
