# What pytreelint knows of optax.contrib._madgrad (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import EmptyState
from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
from optax.transforms._adding import WeightDecaySchedule
import jax
import typing
from pytreelint.bundled import each, made, many, of, one

class MadgradState(typing.NamedTuple):
    count: jax.Array
    grad_sum_sq: typing.Any
    s: typing.Any
    x0: typing.Any

def scale_by_madgrad(learning_rate, momentum: float=0.9, eps: float=1e-06):
    return made(GradientTransformation, init=(lambda params: made(MadgradState, count=of('array:jax:inexact'), grad_sum_sq=jax.tree.map((lambda x: of('array:jax:?')), params), s=jax.tree.map((lambda x: of('array:jax:?')), params), x0=jax.tree.map((lambda x: x), params))), update=(lambda updates, state, params=None: (jax.tree.map((lambda n, o: of('unknown')), jax.tree.map((lambda z_val, x_k: of('unknown')), jax.tree.map((lambda x0_val, s_val, sig: of('unknown')), of('unknown'), jax.tree.map((lambda s_val, g: of('unknown')), of('unknown'), updates), jax.tree.map((lambda g_sq: of('unknown')), jax.tree.map((lambda g_sq, g: of('unknown')), of('unknown'), updates))), params), params), made(MadgradState, count=of('array:jax:?'), grad_sum_sq=jax.tree.map((lambda g_sq, g: of('unknown')), of('unknown'), updates), s=jax.tree.map((lambda s_val, g: of('unknown')), of('unknown'), updates), x0=of('unknown')))))

def madgrad(learning_rate, momentum: float=0.9, weight_decay: float=0.0, eps: float=1e-06):
    return made(GradientTransformationExtraArgs, init=(lambda params: (one(made(WeightDecaySchedule, count=of('array:jax:inexact')), made(EmptyState)), made(MadgradState, count=of('array:jax:inexact'), grad_sum_sq=jax.tree.map((lambda x: of('array:jax:?')), params), s=jax.tree.map((lambda x: of('array:jax:?')), params), x0=jax.tree.map((lambda x: x), params)))), update=(lambda updates, state, params=None, **extra_args: ((one(updates, of('unknown')) if params is None else one(updates, jax.tree.map((lambda n, o: of('unknown')), jax.tree.map((lambda z_val, x_k: of('unknown')), jax.tree.map((lambda x0_val, s_val, sig: of('unknown')), of('unknown'), jax.tree.map((lambda s_val, g: of('unknown')), of('unknown'), updates), jax.tree.map((lambda g_sq: of('unknown')), jax.tree.map((lambda g_sq, g: of('unknown')), of('unknown'), updates))), params), params), jax.tree.map((lambda n, o: of('unknown')), jax.tree.map((lambda z_val, x_k: of('unknown')), of('unknown'), params), params), of('unknown'))), many('tuple', rest=(of('unknown') if params is None else each(made(MadgradState, count=of('array:jax:?'), grad_sum_sq=jax.tree.map((lambda g_sq, g: of('unknown')), of('unknown'), updates), s=jax.tree.map((lambda s_val, g: of('unknown')), of('unknown'), updates), x0=of('unknown')), made(WeightDecaySchedule, count=of('array:jax:?')), of('unknown'), made(MadgradState, count=of('array:jax:?'), grad_sum_sq=of('unknown'), s=of('unknown'), x0=of('unknown'))))))))
