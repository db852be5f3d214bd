# What pytreelint knows of optax.contrib._privacy (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
import chex
import jax
import typing
from pytreelint.bundled import made, many, of, one

class DifferentiallyPrivateAggregateState(typing.NamedTuple):
    rng_key: jax.Array

def differentially_private_aggregate(l2_norm_clip: chex.Array | float, noise_multiplier: chex.Array | float, key: jax.Array | int | None=None, *, seed: int | None=None):
    return (made(GradientTransformation, init=(lambda params: made(DifferentiallyPrivateAggregateState, rng_key=of('array:jax:?', declared=True))), update=(lambda updates, state, params=None: (of('unknown'), made(DifferentiallyPrivateAggregateState, rng_key=of('key'))))) if key is None else (made(GradientTransformation, init=(lambda params: made(DifferentiallyPrivateAggregateState, rng_key=of('array:jax:?', declared=True))), update=(lambda updates, state, params=None: (of('unknown'), made(DifferentiallyPrivateAggregateState, rng_key=of('key'))))) if seed is None else of('unknown')))

def dpsgd(learning_rate, l2_norm_clip: chex.Array | float, noise_multiplier: chex.Array | float, seed: int, momentum: chex.Array | float | None=None, nesterov: bool=False):
    return made(GradientTransformationExtraArgs, init=(lambda params: (of('unknown'), of('unknown'), of('unknown'))), update=(lambda updates, state, params=None, **extra_args: (one(updates, of('unknown')), many('tuple', rest=of('unknown')))))
