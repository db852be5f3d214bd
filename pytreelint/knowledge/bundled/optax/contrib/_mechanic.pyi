# What pytreelint knows of optax.contrib._mechanic (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
import jax
import typing
from pytreelint.bundled import made, of, one, some

class MechanicState(typing.NamedTuple):
    base_optimizer_state: typing.Any
    count: typing.Any
    r: typing.Any
    m: typing.Any
    v: typing.Any
    s: typing.Any
    x0: typing.Any

def mechanize(base_optimizer: GradientTransformation | GradientTransformationExtraArgs, weight_decay=0.01, eps=1e-08, s_init=1e-06, num_betas: int=6):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(MechanicState, base_optimizer_state=one(of('unknown')), count=of('array:jax:inexact'), r=of('array:jax:?'), m=of('array:jax:?'), v=of('array:jax:?'), s=of('unknown'), x0=params)), update=(lambda updates, state, params=None, **extra_args: ((of('unknown') if params is None else jax.tree.map((lambda np, op: of('unknown')), one(of('unknown')), params)), (some(MechanicState) if params is None else made(MechanicState, base_optimizer_state=of('unknown'), count=of('array:jax:?'), r=of('unknown'), m=of('array:jax:?'), v=of('unknown'), s=of('unknown'), x0=one(params, of('unknown')))))))
