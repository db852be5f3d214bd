# What pytreelint knows of optimistix._solver.gradient_methods (optimistix 0.1.0); see tools/generate_bundles.py.

from optimistix._minimise import AbstractMinimiser
from optimistix._search import AbstractDescent
from optimistix._solver.learning_rate import LearningRate
import collections
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of

def wrapped_fn(*args, **kwargs):
    return of('array:jax:?')

class _SteepestDescentState(equinox.Module, typing.Generic):
    grad: typing.Any

class SteepestDescent(AbstractDescent):
    norm: collections.abc.Callable = None
    def init(self, y, f_info_struct):
        return made(_SteepestDescentState, grad=y)
    def query(self, y, f_info, state: _SteepestDescentState):
        return made(_SteepestDescentState, grad=of('unknown'))
    def step(self, step_size: jax.Array, state: _SteepestDescentState):
        return (of('unknown'), of('array:jax:integer', declared=True))

class _GradientDescentState(equinox.Module, typing.Generic):
    first_step: jaxtyping.Bool[jax.Array, '...']
    y_eval: typing.Any
    search_state: typing.Any
    f_info: typing.Any
    aux: typing.Any
    descent_state: typing.Any
    terminate: jaxtyping.Bool[jax.Array, '...']
    result: typing.Any

class AbstractGradientDescent(AbstractMinimiser):
    def init(self, fn, y, args, options: dict[typing.Any, typing.Any], f_struct: jax.ShapeDtypeStruct, aux_struct, tags: frozenset[typing.Any]):
        return made(_GradientDescentState, first_step=of('array:jax:bool'), y_eval=y, search_state=of('unknown'), f_info=of('unknown'), aux=jax.tree.map((lambda x: of('array:jax:?')), aux_struct), descent_state=of('unknown'), terminate=of('array:jax:bool'), result=of('array:jax:integer', declared=True))
    def step(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _GradientDescentState, tags: frozenset[typing.Any]):
        return (of('unknown'), made(_GradientDescentState, first_step=of('array:jax:bool'), y_eval=of('unknown'), search_state=of('unknown'), f_info=of('unknown'), aux=of('unknown'), descent_state=of('unknown'), terminate=of('array:jax:?'), result=of('array:jax:integer', declared=True)), of('unknown'))
    def terminate(self, fn, y, args, options: dict[typing.Any, typing.Any], state: _GradientDescentState, tags: frozenset[typing.Any]):
        return (of('array:any:bool', declared=True), of('array:jax:integer', declared=True))
    def postprocess(self, fn, y, aux, args, options: dict[typing.Any, typing.Any], state: _GradientDescentState, tags: frozenset[typing.Any], result):
        return (y, aux, {})

class GradientDescent(AbstractGradientDescent):
    rtol: float
    atol: float
    norm: collections.abc.Callable
    descent: SteepestDescent
    search: LearningRate
    def __init__(self, learning_rate: float, rtol: float, atol: float, norm=wrapped_fn):
        self.rtol = rtol
        self.atol = atol
        self.norm = norm
        self.descent = made(SteepestDescent, norm=None)
        self.search = made(LearningRate, learning_rate=of('array:jax:?'))
