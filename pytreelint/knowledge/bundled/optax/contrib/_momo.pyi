# What pytreelint knows of optax.contrib._momo (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformationExtraArgs
import jax
import typing
from pytreelint.bundled import made, of

class MomoState(typing.NamedTuple):
    exp_avg: typing.Any
    barf: typing.Any
    gamma: typing.Any
    lb: typing.Any
    count: typing.Any

def momo(learning_rate=1.0, beta=0.9, lower_bound=0.0, weight_decay=0.0, adapt_lower_bound: bool=False):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(MomoState, exp_avg=jax.tree.map((lambda x: of('array:jax:?')), params), barf=of('array:jax:?'), gamma=of('array:jax:?'), lb=of('array:jax:?'), count=of('array:jax:inexact'))), update=((lambda updates, state, params, *, value, **extra_args: (jax.tree.map((lambda ea, p: of('unknown')), jax.tree.map((lambda ea, g: of('unknown')), of('unknown'), updates), params), made(MomoState, exp_avg=jax.tree.map((lambda ea, g: of('unknown')), of('unknown'), updates), barf=of('unknown'), gamma=of('unknown'), lb=of('array:jax:?'), count=of('array:jax:?')))) if adapt_lower_bound else (lambda updates, state, params, *, value, **extra_args: (jax.tree.map((lambda ea, p: of('unknown')), jax.tree.map((lambda ea, g: of('unknown')), of('unknown'), updates), params), made(MomoState, exp_avg=jax.tree.map((lambda ea, g: of('unknown')), of('unknown'), updates), barf=of('unknown'), gamma=of('unknown'), lb=of('unknown'), count=of('array:jax:?'))))))

class MomoAdamState(typing.NamedTuple):
    exp_avg: typing.Any
    exp_avg_sq: typing.Any
    barf: typing.Any
    gamma: typing.Any
    lb: typing.Any
    count: typing.Any

def momo_adam(learning_rate=0.01, b1=0.9, b2=0.999, eps=1e-08, lower_bound=0.0, weight_decay=0.0, adapt_lower_bound: bool=False):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(MomoAdamState, exp_avg=jax.tree.map((lambda x: of('array:jax:?')), params), exp_avg_sq=jax.tree.map((lambda x: of('array:jax:?')), params), barf=of('array:jax:?'), gamma=of('array:jax:?'), lb=of('array:jax:?'), count=of('array:jax:inexact'))), update=((lambda updates, state, params, *, value, **extra_args: (jax.tree.map((lambda ea, prec, p: of('unknown')), jax.tree.map((lambda ea, g: of('unknown')), of('unknown'), updates), jax.tree.map((lambda eas: of('unknown')), jax.tree.map((lambda eas, g: of('unknown')), of('unknown'), updates)), params), made(MomoAdamState, exp_avg=jax.tree.map((lambda ea, g: of('unknown')), of('unknown'), updates), exp_avg_sq=jax.tree.map((lambda eas, g: of('unknown')), of('unknown'), updates), barf=of('unknown'), gamma=of('unknown'), lb=of('array:jax:?'), count=of('array:jax:?')))) if adapt_lower_bound else (lambda updates, state, params, *, value, **extra_args: (jax.tree.map((lambda ea, prec, p: of('unknown')), jax.tree.map((lambda ea, g: of('unknown')), of('unknown'), updates), jax.tree.map((lambda eas: of('unknown')), jax.tree.map((lambda eas, g: of('unknown')), of('unknown'), updates)), params), made(MomoAdamState, exp_avg=jax.tree.map((lambda ea, g: of('unknown')), of('unknown'), updates), exp_avg_sq=jax.tree.map((lambda eas, g: of('unknown')), of('unknown'), updates), barf=of('unknown'), gamma=of('unknown'), lb=of('unknown'), count=of('array:jax:?'))))))
