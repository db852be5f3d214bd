# What pytreelint knows of optax.transforms._adding (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import EmptyState
from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
from optax.transforms._masking import MaskedState
import chex
import jax
import typing
from pytreelint.bundled import made, of, one

class WeightDecaySchedule(typing.NamedTuple):
    count: chex.Array | float

def add_decayed_weights(weight_decay=0.0, mask=None):
    return (made(GradientTransformation, init=(lambda params: one(made(WeightDecaySchedule, count=of('array:jax:integer')), made(EmptyState))), update=(lambda updates, state, params: (one(updates, of('unknown')), one(made(WeightDecaySchedule, count=of('array:jax:?')), state)))) if mask is None else made(GradientTransformationExtraArgs, init=(lambda params: made(MaskedState, inner_state=of('unknown'))), update=(lambda updates, state, params=None, **extra_args: (jax.tree.map((lambda m, new_u, old_u: one(new_u, old_u)), one(of('unknown'), mask), of('unknown'), updates), made(MaskedState, inner_state=of('unknown'))))))

class AddNoiseState(typing.NamedTuple):
    count: jax.Array
    rng_key: jax.Array

def add_noise(eta: chex.Array | float, gamma: chex.Array | float, key: jax.Array | int | None=None, *, seed: int | None=None):
    return (made(GradientTransformation, init=((lambda params: made(AddNoiseState, count=of('array:jax:integer'), rng_key=of('key'))) if seed is None else (lambda params: made(AddNoiseState, count=of('array:jax:integer'), rng_key=of('array:jax:?', declared=True)))), update=(lambda updates, state, params=None: (of('unknown'), made(AddNoiseState, count=of('array:jax:?'), rng_key=of('key'))))) if key is None else (made(GradientTransformation, init=(lambda params: made(AddNoiseState, count=of('array:jax:integer'), rng_key=of('array:jax:?', declared=True))), update=(lambda updates, state, params=None: (of('unknown'), made(AddNoiseState, count=of('array:jax:?'), rng_key=of('key'))))) if seed is None else of('unknown')))
