# What pytreelint knows of optimistix._solver.nonlinear_cg (optimistix 0.1.0); see tools/generate_bundles.py.

from optimistix._search import AbstractDescent
from optimistix._search import AbstractSearch
from optimistix._solver.backtracking import BacktrackingArmijo
from optimistix._solver.gradient_methods import AbstractGradientDescent
import collections
import equinox
import jax
import typing
from pytreelint.bundled import made, of

def wrapped_fn(*args, **kwargs):
    return of('array:jax:?')

def polak_ribiere(grad_vector, grad_prev, y_diff_prev):
    return of('array:jax:?')

def fletcher_reeves(grad, grad_prev, y_diff_prev):
    return of('array:jax:?')

def hestenes_stiefel(grad, grad_prev, y_diff_prev):
    return of('array:jax:?')

def dai_yuan(grad, grad_prev, y_diff_prev):
    return of('array:jax:?')

class _NonlinearCGDescentState(equinox.Module, typing.Generic):
    y_diff: typing.Any
    grad: typing.Any

class NonlinearCGDescent(AbstractDescent):
    method: collections.abc.Callable
    def init(self, y, f_info_struct):
        return made(_NonlinearCGDescentState, y_diff=jax.tree.map((lambda x: of('array:jax:?')), y), grad=jax.tree.map((lambda x: of('array:jax:?')), y))
    def query(self, y, f_info, state: _NonlinearCGDescentState):
        return made(_NonlinearCGDescentState, y_diff=of('unknown'), grad=of('unknown'))
    def step(self, step_size: jax.Array, state: _NonlinearCGDescentState):
        return (of('unknown'), of('array:jax:integer', declared=True))

class NonlinearCG(AbstractGradientDescent):
    rtol: float
    atol: float
    norm: collections.abc.Callable
    descent: NonlinearCGDescent
    search: AbstractSearch
    def __init__(self, rtol: float, atol: float, norm=wrapped_fn, method=polak_ribiere, search: AbstractSearch=made(BacktrackingArmijo, decrease_factor=0.5, slope=0.1, step_init=1.0)):
        self.rtol = rtol
        self.atol = atol
        self.norm = norm
        self.descent = made(NonlinearCGDescent, method=method)
        self.search = search
