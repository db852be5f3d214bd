# What pytreelint knows of optax.contrib._complex_valued (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
import chex
import jaxtyping
import typing
from pytreelint.bundled import made, of

class SplitRealAndImaginaryState(typing.NamedTuple):
    inner_state: jaxtyping.PyTree[chex.Array | float | None]

def split_real_and_imaginary(inner: GradientTransformation):
    return made(GradientTransformation, init=(lambda params: made(SplitRealAndImaginaryState, inner_state=of('unknown'))), update=(lambda updates, state, params=None: (of('unknown'), made(SplitRealAndImaginaryState, inner_state=of('unknown')))))
