# What pytreelint knows of optax.transforms._layouts (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
from pytreelint.bundled import made, of

def flatten(inner: GradientTransformation):
    return made(GradientTransformationExtraArgs, init=(lambda params: of('unknown')), update=(lambda updates, state, params=None, **extra_args: (of('unknown'), of('unknown'))))
