# What pytreelint knows of optimistix._solver.gauss_newton (optimistix 0.1.0); see tools/generate_bundles.py.

from lineax._solve import AbstractLinearSolver
from lineax._solve import AutoLinearSolver
from optimistix._least_squares import AbstractLeastSquaresSolver
from optimistix._misc import _default_no_verbose
from optimistix._misc import _default_verbose
from optimistix._search import AbstractDescent
from optimistix._search import FunctionInfo
from optimistix._solver.learning_rate import LearningRate
import collections
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of, one

def wrapped_fn(*args, **kwargs):
    return of('array:jax:?')

class _NewtonDescentState(equinox.Module, typing.Generic):
    newton: typing.Any
    result: typing.Any

class NewtonDescent(AbstractDescent):
    norm: collections.abc.Callable = None
    linear_solver: AbstractLinearSolver = made(AutoLinearSolver, well_posed=None)
    def init(self, y, f_info_struct: FunctionInfo):
        return made(_NewtonDescentState, newton=y, result=of('array:jax:integer', declared=True))
    def query(self, y, f_info, state: _NewtonDescentState):
        return made(_NewtonDescentState, newton=one(of('unknown')), result=of('array:jax:integer', declared=True))
    def step(self, step_size: jax.Array, state: _NewtonDescentState):
        return (of('unknown'), of('array:jax:integer', declared=True))

class _GaussNewtonState(equinox.Module, typing.Generic):
    first_step: jaxtyping.Bool[jax.Array, '...']
    y_eval: typing.Any
    search_state: typing.Any
    f_info: typing.Any
    aux: typing.Any
    descent_state: typing.Any
    terminate: jaxtyping.Bool[jax.Array, '...']
    result: typing.Any
    num_steps: jaxtyping.Int[jax.Array, '...']
    num_accepted_steps: jaxtyping.Int[jax.Array, '...']
    num_steps_since_acceptance: jaxtyping.Int[jax.Array, '...']

class AbstractGaussNewton(AbstractLeastSquaresSolver):
    def init(self, fn, y, args, options: dict[typing.Any, typing.Any], f_struct, aux_struct, tags: frozenset[typing.Any]):
        return made(_GaussNewtonState, first_step=of('array:jax:bool'), y_eval=y, search_state=of('unknown'), f_info=of('unknown'), aux=jax.tree.map((lambda x: of('array:jax:?')), aux_struct), descent_state=of('unknown'), terminate=of('array:jax:bool'), result=of('array:jax:integer', declared=True), num_steps=of('array:jax:integer'), num_accepted_steps=of('array:jax:integer'), num_steps_since_acceptance=of('array:jax:integer'))
    def step(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _GaussNewtonState, tags: frozenset[typing.Any]):
        return (of('unknown'), made(_GaussNewtonState, first_step=of('array:jax:bool'), y_eval=of('unknown'), search_state=of('unknown'), f_info=of('unknown'), aux=of('unknown'), descent_state=of('unknown'), terminate=of('array:jax:bool', declared=True), result=of('array:jax:integer', declared=True), num_steps=of('array:any:integer', declared=True), num_accepted_steps=of('array:jax:?'), num_steps_since_acceptance=of('array:jax:?')), of('unknown'))
    def terminate(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _GaussNewtonState, tags: frozenset[typing.Any]):
        return (of('array:any:bool', declared=True), of('array:jax:integer', declared=True))
    def postprocess(self, fn, y, aux, args, options: dict[typing.Any, typing.Any], state: _GaussNewtonState, tags: frozenset[typing.Any], result):
        return (y, aux, {})

class GaussNewton(AbstractGaussNewton):
    rtol: float
    atol: float
    norm: collections.abc.Callable
    descent: NewtonDescent
    search: LearningRate
    verbose: collections.abc.Callable
    def __init__(self, rtol: float, atol: float, norm=wrapped_fn, linear_solver: AbstractLinearSolver=made(AutoLinearSolver, well_posed=None), verbose=False):
        self.rtol = rtol
        self.atol = atol
        self.norm = norm
        self.descent = made(NewtonDescent, norm=None, linear_solver=linear_solver)
        self.search = made(LearningRate, learning_rate=of('array:jax:inexact'))
        self.verbose = (_default_no_verbose if verbose == False else one(verbose, _default_verbose, _default_no_verbose))
