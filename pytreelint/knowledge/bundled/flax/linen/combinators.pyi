# What pytreelint knows of flax.linen.combinators (flax 0.12.8); see tools/generate_bundles.py.

import flax
import typing
from pytreelint.bundled import of

class Sequential(flax.linen.Module):
    layers: list[typing.Any]
    def __post_init__(self):
        pass
    def __call__(self, *args, **kwargs):
        return of('unknown')
