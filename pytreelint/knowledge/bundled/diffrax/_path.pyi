# What pytreelint knows of diffrax._path (diffrax 0.7.2); see tools/generate_bundles.py.

import chex
import equinox
import typing
from pytreelint.bundled import of

class AbstractPath(equinox.Module, typing.Generic):
    def evaluate(self, t0: chex.Array | float, t1: chex.Array | float | None=None, left: bool=True):
        return of('unknown')
    def derivative(self, t: chex.Array | float, left: bool=True):
        return of('unknown')
