# What pytreelint knows of optax.contrib._dadapt_adamw (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformationExtraArgs
import jax
import typing
from pytreelint.bundled import made, of, some

class DAdaptAdamWState(typing.NamedTuple):
    exp_avg: typing.Any
    exp_avg_sq: typing.Any
    grad_sum: typing.Any
    estim_lr: typing.Any
    numerator_weighted: typing.Any
    count: typing.Any

def dadapt_adamw(learning_rate=1.0, betas: tuple[typing.Any, typing.Any]=(0.9, 0.999), eps=1e-08, estim_lr0=1e-06, weight_decay=0.0):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(DAdaptAdamWState, exp_avg=jax.tree.map((lambda x: of('array:jax:?')), params), exp_avg_sq=jax.tree.map((lambda x: of('array:jax:?')), params), grad_sum=jax.tree.map((lambda x: of('array:jax:?')), params), estim_lr=of('array:jax:?'), numerator_weighted=of('array:jax:?'), count=of('array:jax:inexact'))), update=(lambda updates, state, params=None, **extra_args: ((of('unknown') if params is None else jax.tree.map((lambda ea, eas, p: of('unknown')), jax.tree.map((lambda ea, g: of('unknown')), of('unknown'), updates), jax.tree.map((lambda eas, g: of('unknown')), of('unknown'), updates), params)), (some(DAdaptAdamWState) if params is None else made(DAdaptAdamWState, exp_avg=jax.tree.map((lambda ea, g: of('unknown')), of('unknown'), updates), exp_avg_sq=jax.tree.map((lambda eas, g: of('unknown')), of('unknown'), updates), grad_sum=jax.tree.map((lambda sk, g: of('unknown')), of('unknown'), updates), estim_lr=of('array:jax:?'), numerator_weighted=of('unknown'), count=of('array:jax:?'))))))
