# What pytreelint knows of optax.contrib._prodigy (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformationExtraArgs
import jax
import typing
from pytreelint.bundled import made, of, some

class ProdigyState(typing.NamedTuple):
    exp_avg: typing.Any
    exp_avg_sq: typing.Any
    grad_sum: typing.Any
    params0: typing.Any
    estim_lr: typing.Any
    numerator_weighted: typing.Any
    count: typing.Any

def prodigy(learning_rate=1.0, betas: tuple[typing.Any, typing.Any]=(0.9, 0.999), beta3=None, eps=1e-08, estim_lr0=1e-06, estim_lr_coef=1.0, weight_decay=0.0, safeguard_warmup: bool=False):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(ProdigyState, exp_avg=jax.tree.map((lambda x: of('array:jax:?')), params), exp_avg_sq=jax.tree.map((lambda x: of('array:jax:?')), params), grad_sum=jax.tree.map((lambda x: of('array:jax:?')), params), params0=params, estim_lr=of('array:jax:?'), numerator_weighted=of('array:jax:?'), count=of('array:jax:inexact'))), update=(lambda updates, state, params=None, **extra_args: ((of('unknown') if params is None else jax.tree.map((lambda ea, eas, p: of('unknown')), jax.tree.map((lambda ea, dgk: of('unknown')), of('unknown'), jax.tree.map((lambda g: of('unknown')), updates)), jax.tree.map((lambda eas, dgk: of('unknown')), of('unknown'), jax.tree.map((lambda g: of('unknown')), updates)), params)), (some(ProdigyState) if params is None else made(ProdigyState, exp_avg=jax.tree.map((lambda ea, dgk: of('unknown')), of('unknown'), jax.tree.map((lambda g: of('unknown')), updates)), exp_avg_sq=jax.tree.map((lambda eas, dgk: of('unknown')), of('unknown'), jax.tree.map((lambda g: of('unknown')), updates)), grad_sum=jax.tree.map((lambda sk, dgk: of('unknown')), of('unknown'), jax.tree.map((lambda g: of('unknown')), updates)), params0=of('unknown'), estim_lr=of('array:jax:?'), numerator_weighted=of('unknown'), count=of('array:jax:?'))))))
