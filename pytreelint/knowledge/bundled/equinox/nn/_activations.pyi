# What pytreelint knows of equinox.nn._activations (equinox 0.13.8); see tools/generate_bundles.py.

import equinox
import jax
from pytreelint.bundled import of

class PReLU(equinox.Module):
    negative_slope: jax.Array
    def __init__(self, init_alpha: float | jax.Array | None=0.25):
        self.negative_slope = of('array:jax:?')
    def __call__(self, x: jax.Array):
        return of('array:jax:?')
