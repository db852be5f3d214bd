# What pytreelint knows of optax.transforms._masking (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
import jax
import typing
from pytreelint.bundled import made, of, one

class MaskedState(typing.NamedTuple):
    inner_state: typing.Any

class MaskedNode(typing.NamedTuple):
    pass

def masked(inner: GradientTransformation, mask, *, mask_compatible_extra_args: bool=False):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(MaskedState, inner_state=of('unknown'))), update=(lambda updates, state, params=None, **extra_args: (jax.tree.map((lambda m, new_u, old_u: one(new_u, old_u)), one(of('unknown'), mask), of('unknown'), updates), made(MaskedState, inner_state=of('unknown')))))
