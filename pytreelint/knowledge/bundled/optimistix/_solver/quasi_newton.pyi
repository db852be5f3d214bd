# What pytreelint knows of optimistix._solver.quasi_newton (optimistix 0.1.0); see tools/generate_bundles.py.

from lineax._solver.cholesky import Cholesky
from optimistix._minimise import AbstractMinimiser
from optimistix._misc import _default_no_verbose
from optimistix._misc import _default_verbose
from optimistix._solver.backtracking import BacktrackingArmijo
from optimistix._solver.gauss_newton import NewtonDescent
import collections
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of, one

def wrapped_fn(*args, **kwargs):
    return of('array:jax:?')

class _QuasiNewtonState(equinox.Module, typing.Generic):
    first_step: jaxtyping.Bool[jax.Array, '...']
    y_eval: typing.Any
    search_state: typing.Any
    f_info: typing.Any
    aux: typing.Any
    descent_state: typing.Any
    terminate: jaxtyping.Bool[jax.Array, '...']
    result: typing.Any
    num_accepted_steps: jaxtyping.Int[jax.Array, '...']
    hessian_update_state: typing.Any

class AbstractQuasiNewton(AbstractMinimiser, typing.Generic):
    def init_hessian(self, y, f: jax.Array, grad):
        return (of('unknown'), of('unknown'))
    def update_hessian(self, y, y_eval, f_info, f_eval_info, hessian_update_state):
        return (of('unknown'), of('unknown'))
    def init(self, fn, y, args, options: dict[typing.Any, typing.Any], f_struct: jax.ShapeDtypeStruct, aux_struct, tags: frozenset[typing.Any]):
        return made(_QuasiNewtonState, first_step=of('array:jax:bool'), y_eval=y, search_state=of('unknown'), f_info=of('unknown'), aux=jax.tree.map((lambda x: of('array:jax:?')), aux_struct), descent_state=of('unknown'), terminate=of('array:jax:bool'), result=of('array:jax:integer', declared=True), num_accepted_steps=of('array:jax:integer'), hessian_update_state=of('unknown'))
    def step(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _QuasiNewtonState, tags: frozenset[typing.Any]):
        return (of('unknown'), made(_QuasiNewtonState, first_step=of('array:jax:bool'), y_eval=of('unknown'), search_state=of('unknown'), f_info=of('unknown'), aux=of('unknown'), descent_state=of('unknown'), terminate=of('array:jax:?'), result=of('array:jax:integer', declared=True), num_accepted_steps=of('array:jax:?'), hessian_update_state=of('unknown')), of('unknown'))
    def terminate(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _QuasiNewtonState, tags: frozenset[typing.Any]):
        return (of('array:any:bool', declared=True), of('array:jax:integer', declared=True))
    def postprocess(self, fn, y, aux, args, options: dict[typing.Any, typing.Any], state: _QuasiNewtonState, tags: frozenset[typing.Any], result):
        return (y, aux, {})

class AbstractBFGS(AbstractQuasiNewton):
    def init_hessian(self, y, f: jax.Array, grad):
        return (of('unknown'), None)
    def update_hessian(self, y, y_eval, f_info, f_eval_info, hessian_update_state: None):
        return (of('unknown'), None)

class BFGS(AbstractBFGS):
    rtol: float
    atol: float
    norm: collections.abc.Callable
    use_inverse: bool
    descent: NewtonDescent
    search: BacktrackingArmijo
    verbose: collections.abc.Callable
    def __init__(self, rtol: float, atol: float, norm=wrapped_fn, use_inverse: bool=True, verbose=False):
        self.rtol = rtol
        self.atol = atol
        self.norm = norm
        self.use_inverse = use_inverse
        self.descent = made(NewtonDescent, norm=None, linear_solver=made(Cholesky))
        self.search = made(BacktrackingArmijo, decrease_factor=0.5, slope=0.1, step_init=1.0)
        self.verbose = (_default_no_verbose if verbose == False else one(verbose, _default_verbose, _default_no_verbose))

class AbstractDFP(AbstractQuasiNewton):
    def init_hessian(self, y, f: jax.Array, grad):
        return (of('unknown'), None)
    def update_hessian(self, y, y_eval, f_info, f_eval_info, hessian_update_state: None):
        return (of('unknown'), None)

class DFP(AbstractDFP):
    rtol: float
    atol: float
    norm: collections.abc.Callable
    use_inverse: bool
    descent: NewtonDescent
    search: BacktrackingArmijo
    verbose: collections.abc.Callable
    def __init__(self, rtol: float, atol: float, norm=wrapped_fn, use_inverse: bool=True, verbose=False):
        self.rtol = rtol
        self.atol = atol
        self.norm = norm
        self.use_inverse = use_inverse
        self.descent = made(NewtonDescent, norm=None, linear_solver=made(Cholesky))
        self.search = made(BacktrackingArmijo, decrease_factor=0.5, slope=0.1, step_init=1.0)
        self.verbose = (_default_no_verbose if verbose == False else one(verbose, _default_verbose, _default_no_verbose))
