# What pytreelint knows of optimistix._solver.limited_memory_bfgs (optimistix 0.1.0); see tools/generate_bundles.py.

from lineax._solve import AutoLinearSolver
from optimistix._misc import _default_no_verbose
from optimistix._misc import _default_verbose
from optimistix._solver.backtracking import BacktrackingArmijo
from optimistix._solver.gauss_newton import NewtonDescent
from optimistix._solver.quasi_newton import AbstractQuasiNewton
import collections
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of, one, some

def wrapped_fn(*args, **kwargs):
    return of('array:jax:?')

class _LBFGSInverseHessianUpdateState(equinox.Module, typing.Generic):
    index_start: jax.Array
    history_length: int
    y_diff_history: typing.Any
    grad_diff_history: typing.Any
    inner_history: jax.Array

class _LBFGSHessianUpdateState(equinox.Module, typing.Generic):
    index_start: jax.Array
    history_length: int
    y_diff_history: typing.Any
    grad_diff_history: typing.Any
    y_diff_grad_diff_cross_inner: jaxtyping.Float[jax.Array, '...']
    y_diff_grad_diff_inner: jaxtyping.Float[jax.Array, '...']
    y_diff_cross_inner: jaxtyping.Float[jax.Array, '...']

class AbstractLBFGS(AbstractQuasiNewton):
    def init_hessian(self, y, f: jax.Array, grad):
        return (of('unknown'), one(made(_LBFGSInverseHessianUpdateState, index_start=of('array:jax:integer'), history_length=of('int'), y_diff_history=jax.tree.map((lambda y: of('array:jax:inexact')), y), grad_diff_history=jax.tree.map((lambda y: of('array:jax:inexact')), y), inner_history=of('array:jax:inexact')), made(_LBFGSHessianUpdateState, index_start=of('array:jax:integer'), history_length=of('int'), y_diff_history=jax.tree.map((lambda y: of('array:jax:inexact')), y), grad_diff_history=jax.tree.map((lambda y: of('array:jax:inexact')), y), y_diff_grad_diff_cross_inner=of('array:jax:inexact'), y_diff_grad_diff_inner=of('array:jax:inexact'), y_diff_cross_inner=of('array:jax:inexact'))))
    def update_hessian(self, y, y_eval, f_info, f_eval_info, hessian_update_state: _LBFGSInverseHessianUpdateState | _LBFGSHessianUpdateState):
        return (of('unknown'), one(made(_LBFGSInverseHessianUpdateState, index_start=of('array:jax:?', declared=True), history_length=None, y_diff_history=of('unknown'), grad_diff_history=of('unknown'), inner_history=of('array:jax:?', declared=True)), made(_LBFGSHessianUpdateState, index_start=of('array:jax:?', declared=True), history_length=None, y_diff_history=of('unknown'), grad_diff_history=of('unknown'), y_diff_grad_diff_cross_inner=of('array:jax:inexact', declared=True), y_diff_grad_diff_inner=of('array:jax:inexact', declared=True), y_diff_cross_inner=of('array:jax:inexact', declared=True)), some(_LBFGSInverseHessianUpdateState), some(_LBFGSHessianUpdateState)))

class LBFGS(AbstractLBFGS):
    rtol: float
    atol: float
    norm: collections.abc.Callable
    use_inverse: bool
    descent: NewtonDescent
    search: BacktrackingArmijo
    history_length: int
    verbose: collections.abc.Callable
    def __init__(self, rtol: float, atol: float, norm=wrapped_fn, use_inverse: bool=True, history_length: int=10, verbose=False):
        self.rtol = rtol
        self.atol = atol
        self.norm = norm
        self.use_inverse = use_inverse
        self.descent = made(NewtonDescent, norm=None, linear_solver=made(AutoLinearSolver, well_posed=None))
        self.search = made(BacktrackingArmijo, decrease_factor=0.5, slope=0.1, step_init=1.0)
        self.history_length = history_length
        self.verbose = (_default_no_verbose if verbose == False else one(verbose, _default_verbose, _default_no_verbose))
