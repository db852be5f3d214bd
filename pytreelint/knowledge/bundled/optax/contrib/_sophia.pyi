# What pytreelint knows of optax.contrib._sophia (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
import chex
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, many, of, one

def init_fn(params):
    return made(HutchinsonState, key=of('key'))

def update_fn(updates, state, params=None, obj_fn=None, **extra_args):
    return (of('unknown'), made(HutchinsonState, key=of('key')))

class HutchinsonState(typing.NamedTuple):
    key: jax.Array

def hutchinson_estimator_diag_hessian(random_seed: jax.Array | None=None):
    return made(GradientTransformationExtraArgs, init=((lambda params: made(HutchinsonState, key=of('key'))) if random_seed is None else (lambda params: made(HutchinsonState, key=random_seed))), update=(lambda updates, state, params=None, obj_fn=None, **extra_args: (of('unknown'), made(HutchinsonState, key=of('key')))))

class SophiaState(typing.NamedTuple):
    count: jax.Array
    mu: jaxtyping.PyTree[chex.Array | float | None]
    nu: jaxtyping.PyTree[chex.Array | float | None]
    hessian_fn_state: typing.Any

def sophia(learning_rate, b1: chex.Array | float=0.965, b2: chex.Array | float=0.99, eps: chex.Array | float=1e-08, weight_decay: chex.Array | float=0.0001, weight_decay_mask=None, gamma: chex.Array | float=0.01, clip_threshold: chex.Array | float | None=1.0, update_interval: chex.Array | float=10, hessian_diagonal_fn: GradientTransformation=made(GradientTransformationExtraArgs, init=init_fn, update=update_fn), mu_dtype=None, verbose: bool=False, print_win_rate_every_n_steps: chex.Array | float=0):
    return made(GradientTransformationExtraArgs, init=(lambda params: (of('unknown'), of('unknown'), of('unknown'))), update=(lambda updates, state, params=None, **extra_args: (one(updates, of('unknown')), many('tuple', rest=of('unknown')))))
