# What pytreelint knows of optax.contrib._schedule_free (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import EmptyState
from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
from optax._src.transform import ScaleByRmsWithCountState
from optax._src.transform import ScaleByScheduleState
from optax.transforms._adding import WeightDecaySchedule
import jax
import numpy
import typing
from pytreelint.bundled import each, made, many, of, one

class ScheduleFreeState(typing.NamedTuple):
    b1: typing.Any
    weight_sum: typing.Any
    step_count: typing.Any
    max_lr: typing.Any
    base_optimizer_state: typing.Any
    z: typing.Any

def schedule_free_eval_params(state, params):
    return of('unknown')

def schedule_free(base_optimizer: GradientTransformation, learning_rate, b1=0.9, weight_lr_power=2.0, state_dtype: numpy.dtype | None=None):
    return made(GradientTransformationExtraArgs, init=((lambda params: made(ScheduleFreeState, b1=of('array:jax:?'), weight_sum=of('array:jax:?'), step_count=of('array:jax:?'), max_lr=of('array:jax:?'), base_optimizer_state=one(of('unknown')), z=jax.tree.map((lambda t: of('unknown')), params))) if state_dtype is None else (lambda params: made(ScheduleFreeState, b1=of('array:jax:?'), weight_sum=of('array:jax:?'), step_count=of('array:jax:?'), max_lr=of('array:jax:?'), base_optimizer_state=one(of('unknown')), z=jax.tree.map((lambda t: of('unknown')), jax.tree.map((lambda t: of('unknown')), params))))), update=(lambda grads, state, params=None, **extra_args: ((None if params is None else jax.tree.map((lambda npi, pi: of('unknown')), of('unknown'), params)), made(ScheduleFreeState, b1=of('unknown'), weight_sum=of('unknown'), step_count=of('array:jax:?'), max_lr=of('array:jax:?'), base_optimizer_state=of('unknown'), z=of('unknown')))))

def schedule_free_sgd(learning_rate=1.0, warmup_steps: int | None=None, b1=0.9, weight_decay=None, weight_lr_power=2.0, state_dtype: numpy.dtype | None=None):
    return of('unknown')

def schedule_free_adamw(learning_rate=0.0025, warmup_steps: int | None=None, b1=0.9, b2=0.999, eps=1e-08, weight_decay=0.0, weight_lr_power=2.0, state_dtype: numpy.dtype | None=None):
    return made(GradientTransformationExtraArgs, init=(((lambda params: made(ScheduleFreeState, b1=of('array:jax:?'), weight_sum=of('array:jax:?'), step_count=of('array:jax:?'), max_lr=of('array:jax:?'), base_optimizer_state=(made(ScaleByRmsWithCountState, count=of('array:jax:inexact'), nu=jax.tree.map((lambda x: of('array:jax:?')), params)), one(made(WeightDecaySchedule, count=of('array:jax:inexact')), made(EmptyState)), one(made(ScaleByScheduleState, count=of('array:jax:inexact')), made(EmptyState))), z=jax.tree.map((lambda t: of('unknown')), params))) if state_dtype is None else (lambda params: made(ScheduleFreeState, b1=of('array:jax:?'), weight_sum=of('array:jax:?'), step_count=of('array:jax:?'), max_lr=of('array:jax:?'), base_optimizer_state=(made(ScaleByRmsWithCountState, count=of('array:jax:inexact'), nu=jax.tree.map((lambda x: of('array:jax:?')), params)), one(made(WeightDecaySchedule, count=of('array:jax:inexact')), made(EmptyState)), one(made(ScaleByScheduleState, count=of('array:jax:inexact')), made(EmptyState))), z=jax.tree.map((lambda t: of('unknown')), jax.tree.map((lambda t: of('unknown')), params))))) if warmup_steps is None else ((lambda params: made(ScheduleFreeState, b1=of('array:jax:?'), weight_sum=of('array:jax:?'), step_count=of('array:jax:?'), max_lr=of('array:jax:?'), base_optimizer_state=(made(ScaleByRmsWithCountState, count=of('array:jax:inexact'), nu=jax.tree.map((lambda x: of('array:jax:?')), params)), one(made(WeightDecaySchedule, count=of('array:jax:inexact')), made(EmptyState)), one(made(EmptyState), made(ScaleByScheduleState, count=of('array:jax:inexact')))), z=jax.tree.map((lambda t: of('unknown')), params))) if state_dtype is None else (lambda params: made(ScheduleFreeState, b1=of('array:jax:?'), weight_sum=of('array:jax:?'), step_count=of('array:jax:?'), max_lr=of('array:jax:?'), base_optimizer_state=(made(ScaleByRmsWithCountState, count=of('array:jax:inexact'), nu=jax.tree.map((lambda x: of('array:jax:?')), params)), one(made(WeightDecaySchedule, count=of('array:jax:inexact')), made(EmptyState)), one(made(EmptyState), made(ScaleByScheduleState, count=of('array:jax:inexact')))), z=jax.tree.map((lambda t: of('unknown')), jax.tree.map((lambda t: of('unknown')), params)))))), update=(lambda grads, state, params=None, **extra_args: ((None if params is None else jax.tree.map((lambda npi, pi: of('unknown')), of('unknown'), params)), made(ScheduleFreeState, b1=of('unknown'), weight_sum=of('unknown'), step_count=of('array:jax:?'), max_lr=of('array:jax:?'), base_optimizer_state=many('tuple', rest=(each(of('unknown'), made(ScaleByRmsWithCountState, count=of('array:jax:?'), nu=of('unknown')), made(ScaleByScheduleState, count=of('array:jax:?'))) if params is None else each(made(ScaleByRmsWithCountState, count=of('array:jax:?'), nu=of('unknown')), made(WeightDecaySchedule, count=of('array:jax:?')), of('unknown'), made(ScaleByScheduleState, count=of('array:jax:?'))))), z=of('unknown')))))
