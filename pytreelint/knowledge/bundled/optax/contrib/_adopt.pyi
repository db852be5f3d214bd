# What pytreelint knows of optax.contrib._adopt (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import EmptyState
from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
from optax._src.transform import ScaleByAdamState
from optax._src.transform import ScaleByScheduleState
import jax
import numpy
from pytreelint.bundled import each, made, many, of, one

def scale_by_adopt(b1=0.9, b2=0.9999, eps=1e-06, mu_dtype: numpy.dtype | None=None, *, nesterov: bool=False, use_clipping: bool=True, clip_value_fn=(lambda x: of('unknown'))):
    return made(GradientTransformation, init=(lambda params: made(ScaleByAdamState, count=of('array:jax:inexact'), mu=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleByAdamState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')))))

def adopt(learning_rate, b1=0.9, b2=0.9999, eps=1e-06, mu_dtype=None, *, nesterov: bool=False, use_clipping: bool=True, clip_value_fn=(lambda x: of('unknown'))):
    return made(GradientTransformationExtraArgs, init=(lambda params: (made(ScaleByAdamState, count=of('array:jax:inexact'), mu=jax.tree.map((lambda x: of('array:jax:?')), params), nu=jax.tree.map((lambda x: of('array:jax:?')), params)), one(made(ScaleByScheduleState, count=of('array:jax:inexact')), made(EmptyState)))), update=(lambda updates, state, params=None, **extra_args: (one(updates, jax.tree.map((lambda g: of('unknown')), updates), of('unknown')), many('tuple', rest=each(made(ScaleByAdamState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')), made(ScaleByScheduleState, count=of('array:jax:?')), of('unknown'))))))
