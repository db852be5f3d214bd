# What pytreelint knows of optax.contrib._ademamix (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import EmptyState
from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
from optax._src.transform import ScaleByScheduleState
from optax.transforms._adding import WeightDecaySchedule
from optax.transforms._masking import MaskedState
import jax
import numpy
import typing
from pytreelint.bundled import each, made, many, of, one

class ScaleByAdemamixState(typing.NamedTuple):
    count: typing.Any
    count_m2: typing.Any
    m1: typing.Any
    m2: typing.Any
    nu: typing.Any

def scale_by_ademamix(b1=0.9, b2=0.999, b3=0.9999, alpha=6.0, eps=1e-08, eps_root=0.0, mu_dtype: numpy.dtype | None=None):
    return made(GradientTransformation, init=(lambda params: made(ScaleByAdemamixState, count=of('array:jax:inexact'), count_m2=of('array:jax:inexact'), m1=jax.tree.map((lambda x: of('array:jax:?')), params), m2=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleByAdemamixState, count=of('array:jax:?'), count_m2=of('array:jax:?'), m1=of('unknown'), m2=of('unknown'), nu=of('unknown')))))

def ademamix(learning_rate, b1=0.9, b2=0.999, b3=0.9999, alpha=5.0, eps=1e-08, eps_root=0.0, mu_dtype=None, weight_decay=0.0, mask=None):
    return made(GradientTransformationExtraArgs, init=((lambda params: (made(ScaleByAdemamixState, count=of('array:jax:inexact'), count_m2=of('array:jax:inexact'), m1=jax.tree.map((lambda x: of('array:jax:?')), params), m2=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params)), one(made(WeightDecaySchedule, count=of('array:jax:inexact')), made(EmptyState)), one(made(ScaleByScheduleState, count=of('array:jax:inexact')), made(EmptyState)))) if mask is None else (lambda params: (made(ScaleByAdemamixState, count=of('array:jax:inexact'), count_m2=of('array:jax:inexact'), m1=jax.tree.map((lambda x: of('array:jax:?')), params), m2=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params)), made(MaskedState, inner_state=one(made(WeightDecaySchedule, count=of('array:jax:inexact')), made(EmptyState))), one(made(ScaleByScheduleState, count=of('array:jax:inexact')), made(EmptyState))))), update=((lambda updates, state, params=None, **extra_args: ((one(of('unknown'), made(ScaleByAdemamixState, count=of('array:jax:?'), count_m2=of('array:jax:?'), m1=of('unknown'), m2=of('unknown'), nu=of('unknown')), made(ScaleByScheduleState, count=of('array:jax:?'))) if params is None else one(updates, jax.tree.map((lambda g: of('unknown')), updates), of('unknown'))), many('tuple', rest=(each(of('unknown'), made(ScaleByAdemamixState, count=of('array:jax:?'), count_m2=of('array:jax:?'), m1=of('unknown'), m2=of('unknown'), nu=of('unknown')), made(ScaleByScheduleState, count=of('array:jax:?'))) if params is None else each(made(ScaleByAdemamixState, count=of('array:jax:?'), count_m2=of('array:jax:?'), m1=of('unknown'), m2=of('unknown'), nu=of('unknown')), made(WeightDecaySchedule, count=of('array:jax:?')), of('unknown'), made(ScaleByScheduleState, count=of('array:jax:?'))))))) if mask is None else (lambda updates, state, params=None, **extra_args: (one(of('unknown')), many('tuple', rest=each(made(ScaleByAdemamixState, count=of('array:jax:?'), count_m2=of('array:jax:?'), m1=of('unknown'), m2=of('unknown'), nu=of('unknown')), made(MaskedState, inner_state=(of('unknown') if params is None else one(made(WeightDecaySchedule, count=of('array:jax:?')), of('unknown')))), made(ScaleByScheduleState, count=of('array:jax:?')), of('unknown')))))))

class ScaleBySimplifiedAdEMAMixState(typing.NamedTuple):
    t: typing.Any
    m: typing.Any
    n: typing.Any

def scale_by_simplified_ademamix(b1=0.99, b2=0.95, alpha=0.0, eps=1e-08, eps_root=0.0):
    return made(GradientTransformation, init=(lambda params: made(ScaleBySimplifiedAdEMAMixState, t=of('array:jax:integer'), m=jax.tree.map((lambda x: of('array:jax:?')), params), n=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleBySimplifiedAdEMAMixState, t=of('array:jax:?'), m=of('unknown'), n=of('unknown')))))

def simplified_ademamix(learning_rate, b1=0.99, b2=0.95, alpha=0.0, eps=1e-08, eps_root=0.0, weight_decay=0.0, mask=None):
    return made(GradientTransformationExtraArgs, init=((lambda params: (made(ScaleBySimplifiedAdEMAMixState, t=of('array:jax:integer'), m=jax.tree.map((lambda x: of('array:jax:?')), params), n=jax.tree.map((lambda x: of('array:jax:?')), params)), one(made(WeightDecaySchedule, count=of('array:jax:inexact')), made(EmptyState)), one(made(ScaleByScheduleState, count=of('array:jax:inexact')), made(EmptyState)))) if mask is None else (lambda params: (made(ScaleBySimplifiedAdEMAMixState, t=of('array:jax:integer'), m=jax.tree.map((lambda x: of('array:jax:?')), params), n=jax.tree.map((lambda x: of('array:jax:?')), params)), made(MaskedState, inner_state=one(made(WeightDecaySchedule, count=of('array:jax:inexact')), made(EmptyState))), one(made(ScaleByScheduleState, count=of('array:jax:inexact')), made(EmptyState))))), update=((lambda updates, state, params=None, **extra_args: (one((of('unknown') if params is None else updates), (of('unknown') if params is None else jax.tree.map((lambda g: of('unknown')), updates)), (made(ScaleBySimplifiedAdEMAMixState, t=of('array:jax:?'), m=of('unknown'), n=of('unknown')) if params is None else jax.tree.map((lambda g: of('unknown')), updates)), of('unknown'), (made(ScaleByScheduleState, count=of('array:jax:?')) if params is None else of('unknown'))), many('tuple', rest=(each(of('unknown'), made(ScaleBySimplifiedAdEMAMixState, t=of('array:jax:?'), m=of('unknown'), n=of('unknown')), made(ScaleByScheduleState, count=of('array:jax:?'))) if params is None else each(made(ScaleBySimplifiedAdEMAMixState, t=of('array:jax:?'), m=of('unknown'), n=of('unknown')), made(WeightDecaySchedule, count=of('array:jax:?')), of('unknown'), made(ScaleByScheduleState, count=of('array:jax:?'))))))) if mask is None else (lambda updates, state, params=None, **extra_args: (one(of('unknown')), many('tuple', rest=each(made(ScaleBySimplifiedAdEMAMixState, t=of('array:jax:?'), m=of('unknown'), n=of('unknown')), made(MaskedState, inner_state=(of('unknown') if params is None else one(made(WeightDecaySchedule, count=of('array:jax:?')), of('unknown')))), made(ScaleByScheduleState, count=of('array:jax:?')), of('unknown')))))))
