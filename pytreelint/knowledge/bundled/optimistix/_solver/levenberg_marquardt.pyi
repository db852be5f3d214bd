# What pytreelint knows of optimistix._solver.levenberg_marquardt (optimistix 0.1.0); see tools/generate_bundles.py.

from lineax._solve import AbstractLinearSolver
from lineax._solve import AutoLinearSolver
from lineax._solver.qr import QR
from optimistix._misc import _default_no_verbose
from optimistix._misc import _default_verbose
from optimistix._root_find import AbstractRootFinder
from optimistix._search import AbstractDescent
from optimistix._solver.gauss_newton import AbstractGaussNewton
from optimistix._solver.newton_chord import Newton
from optimistix._solver.trust_region import ClassicalTrustRegion
import chex
import collections
import equinox
import jax
import typing
from pytreelint.bundled import made, of, one

def wrapped_fn(*args, **kwargs):
    return of('array:jax:?')

class _DampedNewtonDescentState(equinox.Module):
    f_info: typing.Any

class DampedNewtonDescent(AbstractDescent):
    linear_solver: AbstractLinearSolver = made(AutoLinearSolver, well_posed=None)
    def init(self, y, f_info_struct):
        return made(_DampedNewtonDescentState, f_info=jax.tree.map((lambda x: one(of('array:jax:?'), x)), f_info_struct))
    def query(self, y, f_info, state: _DampedNewtonDescentState):
        return made(_DampedNewtonDescentState, f_info=f_info)
    def step(self, step_size: jax.Array, state: _DampedNewtonDescentState):
        return (of('unknown'), of('array:jax:integer', declared=True))

class _IndirectDampedNewtonDescentState(equinox.Module, typing.Generic):
    f_info: typing.Any
    newton: typing.Any
    newton_norm: jax.Array
    result: typing.Any

class IndirectDampedNewtonDescent(AbstractDescent):
    lambda_0: chex.Array | float = 1.0
    linear_solver: AbstractLinearSolver = made(AutoLinearSolver, well_posed=False)
    root_finder: AbstractRootFinder = made(Newton, rtol=0.01, atol=0.01, norm=wrapped_fn, kappa=0.01, linear_solver=made(AutoLinearSolver, well_posed=None), cauchy_termination=True)
    trust_region_norm: collections.abc.Callable = wrapped_fn
    def init(self, y, f_info_struct):
        return made(_IndirectDampedNewtonDescentState, f_info=jax.tree.map((lambda x: one(of('array:jax:?'), x)), f_info_struct), newton=y, newton_norm=of('array:jax:inexact'), result=of('array:jax:integer', declared=True))
    def query(self, y, f_info, state: _IndirectDampedNewtonDescentState):
        return made(_IndirectDampedNewtonDescentState, f_info=f_info, newton=of('unknown'), newton_norm=of('array:jax:?', declared=True), result=of('array:jax:integer', declared=True))
    def step(self, step_size: jax.Array, state: _IndirectDampedNewtonDescentState):
        return (of('unknown'), of('array:jax:integer', declared=True))

class LevenbergMarquardt(AbstractGaussNewton):
    rtol: float
    atol: float
    norm: collections.abc.Callable
    descent: DampedNewtonDescent
    search: ClassicalTrustRegion
    verbose: collections.abc.Callable
    def __init__(self, rtol: float, atol: float, norm=wrapped_fn, linear_solver: AbstractLinearSolver=made(QR), verbose=False):
        self.rtol = rtol
        self.atol = atol
        self.norm = norm
        self.descent = made(DampedNewtonDescent, linear_solver=linear_solver)
        self.search = made(ClassicalTrustRegion, high_cutoff=0.99, low_cutoff=0.01, high_constant=3.5, low_constant=0.25)
        self.verbose = (_default_no_verbose if verbose == False else one(verbose, _default_verbose, _default_no_verbose))

class IndirectLevenbergMarquardt(AbstractGaussNewton):
    rtol: float
    atol: float
    norm: collections.abc.Callable
    descent: IndirectDampedNewtonDescent
    search: ClassicalTrustRegion
    verbose: collections.abc.Callable
    def __init__(self, rtol: float, atol: float, norm=wrapped_fn, lambda_0: chex.Array | float=1.0, linear_solver: AbstractLinearSolver=made(AutoLinearSolver, well_posed=False), root_finder: AbstractRootFinder=made(Newton, rtol=0.01, atol=0.01, norm=wrapped_fn, kappa=0.01, linear_solver=made(AutoLinearSolver, well_posed=None), cauchy_termination=True), verbose=False):
        self.rtol = rtol
        self.atol = atol
        self.norm = norm
        self.descent = made(IndirectDampedNewtonDescent, lambda_0=lambda_0, linear_solver=linear_solver, root_finder=root_finder, trust_region_norm=(lambda *args, **kwargs: of('array:jax:?')))
        self.search = made(ClassicalTrustRegion, high_cutoff=0.99, low_cutoff=0.01, high_constant=3.5, low_constant=0.25)
        self.verbose = (_default_no_verbose if verbose == False else one(verbose, _default_verbose, _default_no_verbose))
