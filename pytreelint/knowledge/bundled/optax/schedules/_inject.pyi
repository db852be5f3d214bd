# What pytreelint knows of optax.schedules._inject (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformationExtraArgs
import chex
import jax
import jaxtyping
import numpy
import typing
from pytreelint.bundled import made, many, of, one

class InjectHyperparamsState(typing.NamedTuple):
    count: jax.Array
    hyperparams: dict[typing.Any, chex.Array | float]
    inner_state: jaxtyping.PyTree[chex.Array | float | None]

class InjectStatefulHyperparamsState(typing.NamedTuple):
    count: jax.Array
    hyperparams: dict[typing.Any, chex.Array | float]
    hyperparams_states: dict[typing.Any, typing.Any]
    inner_state: jaxtyping.PyTree[chex.Array | float | None]

def inject_hyperparams(inner_factory, static_args=(), hyperparam_dtype: numpy.dtype | None=None):
    return (lambda *args, **kwargs: made(GradientTransformationExtraArgs, init=(lambda params: made(InjectStatefulHyperparamsState, count=of('array:jax:integer'), hyperparams=many('dict', rest=of('array:jax:?')), hyperparams_states=many('dict', rest=one(of('unknown'), made(WrappedScheduleState, count=of('array:jax:integer')))), inner_state=of('unknown'))), update=(lambda updates, state, params=None, **extra_args: (of('unknown'), made(InjectStatefulHyperparamsState, count=of('array:jax:?'), hyperparams=many('dict', rest=one(of('unknown'), of('array:jax:?'))), hyperparams_states=many('dict', rest=one(of('unknown'), made(WrappedScheduleState, count=of('array:jax:?')))), inner_state=of('unknown'))))))

def inject_stateful_hyperparams(inner_factory, static_args=(), hyperparam_dtype: numpy.dtype | None=None):
    return (lambda *args, **kwargs: made(GradientTransformationExtraArgs, init=(lambda params: made(InjectStatefulHyperparamsState, count=of('array:jax:integer'), hyperparams=many('dict', rest=of('array:jax:?')), hyperparams_states=many('dict', rest=one(of('unknown'), made(WrappedScheduleState, count=of('array:jax:integer')))), inner_state=of('unknown'))), update=(lambda updates, state, params=None, **extra_args: (of('unknown'), made(InjectStatefulHyperparamsState, count=of('array:jax:?'), hyperparams=many('dict', rest=one(of('unknown'), of('array:jax:?'))), hyperparams_states=many('dict', rest=one(of('unknown'), made(WrappedScheduleState, count=of('array:jax:?')))), inner_state=of('unknown'))))))

class WrappedScheduleState(typing.NamedTuple):
    count: chex.Array | float

class WrappedSchedule:
    def __init__(self, schedule_fn):
        self.schedule_fn = schedule_fn
    def init(self):
        return made(WrappedScheduleState, count=of('array:jax:integer'))
    def update(self, state: WrappedScheduleState, **extra_args):
        return made(WrappedScheduleState, count=of('array:jax:?'))
    def __call__(self, state: WrappedScheduleState, **extra_args):
        return one(of('array:any:?', declared=True), of('float'))
