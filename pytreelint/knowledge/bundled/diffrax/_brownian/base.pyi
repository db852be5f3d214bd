# What pytreelint knows of diffrax._brownian.base (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._path import AbstractPath
import chex
from pytreelint.bundled import of

class AbstractBrownianPath(AbstractPath):
    def evaluate(self, t0: chex.Array | float, t1: chex.Array | float | None=None, left: bool=True, use_levy: bool=False):
        return of('unknown')
