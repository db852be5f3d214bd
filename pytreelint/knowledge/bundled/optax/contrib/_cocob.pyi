# What pytreelint knows of optax.contrib._cocob (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
import chex
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of

class COCOBState(typing.NamedTuple):
    init_particles: jaxtyping.PyTree[chex.Array | float | None]
    cumulative_gradients: jaxtyping.PyTree[chex.Array | float | None]
    scale: jaxtyping.PyTree[chex.Array | float | None]
    subgradients: jaxtyping.PyTree[chex.Array | float | None]
    reward: jaxtyping.PyTree[chex.Array | float | None]

def scale_by_cocob(alpha: chex.Array | float=100.0, eps: chex.Array | float=1e-08):
    return made(GradientTransformation, init=(lambda params: made(COCOBState, init_particles=params, cumulative_gradients=of('unknown'), scale=of('unknown'), subgradients=of('unknown'), reward=of('unknown'))), update=(lambda updates, state, params: (of('unknown'), made(COCOBState, init_particles=of('unknown'), cumulative_gradients=jax.tree.map((lambda C, c: of('unknown')), of('unknown'), updates), scale=jax.tree.map((lambda L, c: of('array:jax:?')), of('unknown'), updates), subgradients=jax.tree.map((lambda G, c: of('array:jax:?')), of('unknown'), updates), reward=of('unknown')))))
