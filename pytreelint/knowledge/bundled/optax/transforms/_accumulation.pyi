# What pytreelint knows of optax.transforms._accumulation (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
import chex
import jax
import jaxtyping
import numpy
import typing
from pytreelint.bundled import made, of, one

class TraceState(typing.NamedTuple):
    trace: jaxtyping.PyTree[chex.Array | float | None]

def trace(decay: chex.Array | float, nesterov: bool=False, accumulator_dtype=None):
    return made(GradientTransformation, init=(lambda params: made(TraceState, trace=of('unknown'))), update=(lambda updates, state, params=None: (of('unknown'), made(TraceState, trace=of('unknown')))))

class EmaState(typing.NamedTuple):
    count: chex.Array | float
    ema: jaxtyping.PyTree[chex.Array | float | None]

def ema(decay: chex.Array | float, debias: bool=True, accumulator_dtype=None):
    return made(GradientTransformation, init=(lambda params: made(EmaState, count=of('array:jax:integer'), ema=of('unknown'))), update=(lambda updates, state, params=None: (of('unknown'), made(EmaState, count=of('array:jax:?'), ema=of('unknown')))))

class ShouldSkipUpdateFunction(typing.Protocol):
    def __call__(self, updates, gradient_step: chex.Array | float, params):
        return of('unknown')

def skip_not_finite(updates, gradient_step: chex.Array | float, params):
    return (of('array:jax:bool'), {'should_skip': of('array:jax:bool'), 'num_not_finite': of('array:jax:?')})

def skip_large_updates(updates, gradient_step: chex.Array | float, params, max_squared_norm: chex.Array | float):
    return (of('array:jax:bool'), {'should_skip': of('array:jax:bool'), 'norm_squared': of('array:jax:?')})

class MultiStepsState(typing.NamedTuple):
    mini_step: chex.Array | float
    gradient_step: chex.Array | float
    inner_opt_state: typing.Any
    acc_grads: typing.Any
    skip_state: jaxtyping.PyTree[chex.Array | float | None] = ()

class MultiSteps:
    def __init__(self, opt: GradientTransformation, every_k_schedule, use_grad_mean: bool=True, should_skip_update_fn: ShouldSkipUpdateFunction | None=None, accumulator_dtype: numpy.dtype=jax.numpy.float32):
        self._opt = of('unknown')
        self._every_k_schedule = one((lambda step: every_k_schedule), every_k_schedule)
        self._use_grad_mean = use_grad_mean
        self._accumulator_dtype = of('dtype')
        self._acc_update = (lambda grad, acc, *, n_acc: of('unknown'))
        self._should_skip_update_fn = ((lambda *unused_args, **unused_kwargs: (of('array:jax:bool'), ())) if should_skip_update_fn is None else should_skip_update_fn)
    @property
    def inner_opt(self):
        return self._opt
    def init(self, params):
        return made(MultiStepsState, mini_step=of('array:jax:integer'), gradient_step=of('array:jax:integer'), inner_opt_state=of('unknown'), acc_grads=of('unknown'), skip_state=one((), of('unknown')))
    def update(self, updates, state: MultiStepsState, params=None, **extra_args):
        return (of('unknown'), made(MultiStepsState, mini_step=of('array:jax:?', declared=True), gradient_step=of('array:jax:?', declared=True), inner_opt_state=of('unknown'), acc_grads=of('unknown'), skip_state=one((), of('unknown'))))
    def has_updated(self, state):
        return of('array:jax:?')
    def gradient_transformation(self):
        return made(GradientTransformation, init=of('unknown'), update=of('unknown'))
