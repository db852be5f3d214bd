# What pytreelint knows of optax.contrib._acprop (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import EmptyState
from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
from optax._src.transform import ScaleByBeliefState
from optax._src.transform import ScaleByScheduleState
from optax.transforms._adding import WeightDecaySchedule
from optax.transforms._masking import MaskedState
import jax
from pytreelint.bundled import each, made, many, of, one

def scale_by_acprop(b1=0.9, b2=0.999, eps=1e-16, eps_root=1e-16):
    return made(GradientTransformation, init=(lambda params: made(ScaleByBeliefState, count=of('array:jax:inexact'), mu=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleByBeliefState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')))))

def acprop(learning_rate, b1=0.9, b2=0.999, eps=1e-16, eps_root=1e-16, weight_decay=0.0, mask=None):
    return made(GradientTransformationExtraArgs, init=((lambda params: (made(ScaleByBeliefState, count=of('array:jax:inexact'), mu=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params)), one(made(WeightDecaySchedule, count=of('array:jax:inexact')), made(EmptyState)), one(made(ScaleByScheduleState, count=of('array:jax:inexact')), made(EmptyState)))) if mask is None else (lambda params: (made(ScaleByBeliefState, count=of('array:jax:inexact'), mu=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params)), made(MaskedState, inner_state=one(made(WeightDecaySchedule, count=of('array:jax:inexact')), made(EmptyState))), one(made(ScaleByScheduleState, count=of('array:jax:inexact')), made(EmptyState))))), update=((lambda updates, state, params=None, **extra_args: ((one(of('unknown'), made(ScaleByBeliefState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')), made(ScaleByScheduleState, count=of('array:jax:?')), made(ScaleByBeliefState, count=of('unknown'), mu=of('unknown'), nu=of('unknown')), made(ScaleByScheduleState, count=of('unknown'))) if params is None else one(updates, jax.tree.map((lambda g: of('unknown')), updates), of('unknown'))), many('tuple', rest=(each(of('unknown'), made(ScaleByBeliefState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')), made(ScaleByScheduleState, count=of('array:jax:?')), made(ScaleByBeliefState, count=of('unknown'), mu=of('unknown'), nu=of('unknown')), made(ScaleByScheduleState, count=of('unknown'))) if params is None else each(made(ScaleByBeliefState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')), made(WeightDecaySchedule, count=of('array:jax:?')), of('unknown'), made(ScaleByScheduleState, count=of('array:jax:?'))))))) if mask is None else (lambda updates, state, params=None, **extra_args: (of('unknown'), many('tuple', rest=each(made(ScaleByBeliefState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')), made(MaskedState, inner_state=(of('unknown') if params is None else one(made(WeightDecaySchedule, count=of('array:jax:?')), of('unknown')))), made(ScaleByScheduleState, count=of('array:jax:?')), of('unknown')))))))
