# What pytreelint knows of optax.contrib._ademamix (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
import typing
from pytreelint.bundled import made, of

class ScaleByAdemamixState(typing.NamedTuple):
    count: typing.Any
    count_m2: typing.Any
    m1: typing.Any
    m2: typing.Any
    nu: typing.Any

class ScaleBySimplifiedAdEMAMixState(typing.NamedTuple):
    t: typing.Any
    m: typing.Any
    n: typing.Any

def scale_by_simplified_ademamix(b1=0.99, b2=0.95, alpha=0.0, eps=1e-08, eps_root=0.0):
    return made(GradientTransformation, init=(lambda params: made(ScaleBySimplifiedAdEMAMixState, t=of('array:jax:integer'), m=of('unknown'), n=of('unknown'))), update=(lambda updates, state, params=None: (of('unknown'), made(ScaleBySimplifiedAdEMAMixState, t=of('array:jax:?'), m=of('unknown'), n=of('unknown')))))
