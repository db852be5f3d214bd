# What pytreelint knows of optax.contrib._sam (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import EmptyState
from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
import chex
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of, some

NormalizeState = EmptyState

def normalize():
    return made(GradientTransformation, init=(lambda params: made(EmptyState)), update=(lambda updates, state, params=None: (jax.tree.map((lambda g: of('array:jax:?')), updates), state)))

class SAMState(typing.NamedTuple):
    steps_since_sync: jax.Array
    opt_state: jaxtyping.PyTree[chex.Array | float | None]
    adv_state: jaxtyping.PyTree[chex.Array | float | None]
    cache: jaxtyping.PyTree[chex.Array | float | None]

def sam(optimizer: GradientTransformation, adv_optimizer: GradientTransformation, sync_period: int=2, reset_state: bool=True, opaque_mode: bool=False, batch_axis_name: str | None=None):
    return made(GradientTransformationExtraArgs, init=((lambda params: made(SAMState, steps_since_sync=of('array:jax:integer'), opt_state=of('unknown'), adv_state=of('unknown'), cache=None)) if opaque_mode else (lambda params: made(SAMState, steps_since_sync=of('array:jax:integer'), opt_state=of('unknown'), adv_state=of('unknown'), cache=params))), update=((lambda updates, state, params, *, grad_fn=None: (of('unknown'), (some(SAMState) if grad_fn is None else made(SAMState, steps_since_sync=of('array:jax:integer'), opt_state=of('unknown'), adv_state=of('unknown'), cache=None)))) if opaque_mode else (lambda updates, state, params, *, grad_fn=None: (of('unknown'), made(SAMState, steps_since_sync=of('array:jax:?', declared=True), opt_state=of('unknown'), adv_state=of('unknown'), cache=of('unknown'))))))
