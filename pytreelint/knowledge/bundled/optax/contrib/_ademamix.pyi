# What pytreelint knows of optax.contrib._ademamix (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
import chex
import jaxtyping
import typing
from pytreelint.bundled import made, of

class ScaleByAdemamixState(typing.NamedTuple):
    count: chex.Array | float
    count_m2: chex.Array | float
    m1: jaxtyping.PyTree[chex.Array | float | None]
    m2: jaxtyping.PyTree[chex.Array | float | None]
    nu: jaxtyping.PyTree[chex.Array | float | None]

class ScaleBySimplifiedAdEMAMixState(typing.NamedTuple):
    t: chex.Array | float
    m: jaxtyping.PyTree[chex.Array | float | None]
    n: jaxtyping.PyTree[chex.Array | float | None]

def scale_by_simplified_ademamix(b1: chex.Array | float=0.99, b2: chex.Array | float=0.95, alpha=0.0, eps: chex.Array | float=1e-08, eps_root: chex.Array | float=0.0):
    return made(GradientTransformation, init=(lambda params: made(ScaleBySimplifiedAdEMAMixState, t=of('array:jax:integer'), m=of('unknown'), n=of('unknown'))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleBySimplifiedAdEMAMixState, t=of('array:jax:?'), m=of('unknown'), n=of('unknown')))))
