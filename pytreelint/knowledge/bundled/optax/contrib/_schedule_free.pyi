# What pytreelint knows of optax.contrib._schedule_free (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
import chex
import jax
import jaxtyping
import numpy
import typing
from pytreelint.bundled import made, of, one

class ScheduleFreeState(typing.NamedTuple):
    b1: chex.Array | float
    weight_sum: chex.Array | float
    step_count: chex.Array | float
    max_lr: chex.Array | float
    base_optimizer_state: jaxtyping.PyTree[chex.Array | float | None]
    z: jaxtyping.PyTree[chex.Array | float | None]

def schedule_free_eval_params(state, params):
    return of('unknown')

def schedule_free(base_optimizer: GradientTransformation, learning_rate, b1: chex.Array | float=0.9, weight_lr_power: chex.Array | float=2.0, state_dtype: numpy.dtype | None=None):
    return made(GradientTransformationExtraArgs, init=((lambda params: made(ScheduleFreeState, b1=of('array:jax:?'), weight_sum=of('array:jax:?'), step_count=of('array:jax:integer'), max_lr=of('array:jax:?'), base_optimizer_state=of('unknown'), z=jax.tree.map((lambda t: of('unknown')), params))) if state_dtype is None else (lambda params: made(ScheduleFreeState, b1=of('array:jax:?'), weight_sum=of('array:jax:?'), step_count=of('array:jax:integer'), max_lr=of('array:jax:?'), base_optimizer_state=of('unknown'), z=of('unknown')))), update=(lambda grads, state, params=None, **extra_args: ((None if params is None else jax.tree.map((lambda npi, pi: of('unknown')), of('unknown'), params)), made(ScheduleFreeState, b1=one(of('array:any:?', declared=True), of('float')), weight_sum=one(of('array:any:?', declared=True), of('float')), step_count=of('array:jax:?'), max_lr=of('array:jax:?'), base_optimizer_state=of('unknown'), z=of('unknown')))))
