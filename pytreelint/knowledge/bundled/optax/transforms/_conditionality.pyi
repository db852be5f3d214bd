# What pytreelint knows of optax.transforms._conditionality (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
import chex
import jaxtyping
import typing
from pytreelint.bundled import made, of, one

class ConditionFn(typing.Protocol):
    def __call__(self, step: chex.Array | float, **extra_args):
        return one(of('array:any:?', declared=True), of('float'))

class ConditionallyTransformState(typing.NamedTuple):
    inner_state: typing.Any
    step: chex.Array | float

def conditionally_transform(inner: GradientTransformation, should_transform_fn: ConditionFn, forward_extra_args: bool=False):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(ConditionallyTransformState, inner_state=of('unknown'), step=of('array:jax:integer'))), update=(lambda updates, state, params=None, **extra_args: (one(of('unknown'), updates), made(ConditionallyTransformState, inner_state=of('unknown'), step=of('array:jax:?')))))

class ConditionallyMaskState(typing.NamedTuple):
    step: chex.Array | float
    inner_state: jaxtyping.PyTree[chex.Array | float | None]

def conditionally_mask(inner: GradientTransformation, should_transform_fn: ConditionFn, forward_extra_args: bool=False):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(ConditionallyMaskState, step=of('array:jax:integer'), inner_state=of('unknown'))), update=(lambda updates, state, params=None, **extra_args: (of('unknown'), made(ConditionallyMaskState, step=of('array:jax:?'), inner_state=of('unknown')))))

class ApplyIfFiniteState(typing.NamedTuple):
    notfinite_count: typing.Any
    last_finite: typing.Any
    total_notfinite: typing.Any
    inner_state: typing.Any

def apply_if_finite(inner: GradientTransformation, max_consecutive_errors: int):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(ApplyIfFiniteState, notfinite_count=of('array:jax:integer'), last_finite=of('array:jax:bool'), total_notfinite=of('array:jax:integer'), inner_state=of('unknown'))), update=(lambda updates, state, params=None, **extra_args: (of('unknown'), made(ApplyIfFiniteState, notfinite_count=of('array:jax:?'), last_finite=of('array:jax:bool'), total_notfinite=of('array:jax:?'), inner_state=of('unknown')))))
