# What pytreelint knows of optax._src.lookahead (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
import chex
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of

class LookaheadState(typing.NamedTuple):
    fast_state: jaxtyping.PyTree[chex.Array | float | None]
    steps_since_sync: jax.Array

class LookaheadParams(typing.NamedTuple):
    fast: jaxtyping.PyTree[chex.Array | float | None]
    slow: jaxtyping.PyTree[chex.Array | float | None]
    @classmethod
    def init_synced(cls, params):
        return made(cls, fast=params, slow=params)

def lookahead(fast_optimizer: GradientTransformation, sync_period: chex.Array | float, slow_step_size: chex.Array | float, reset_state: bool=False):
    return made(GradientTransformation, init=(lambda params: made(LookaheadState, fast_state=of('unknown'), steps_since_sync=of('array:jax:integer'))), update=(lambda updates, state, params: (made(LookaheadParams, fast=of('unknown'), slow=of('unknown')), made(LookaheadState, fast_state=of('unknown'), steps_since_sync=of('array:jax:?', declared=True)))))
