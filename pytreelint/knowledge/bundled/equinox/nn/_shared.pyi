# What pytreelint knows of equinox.nn._shared (equinox 0.13.8); see tools/generate_bundles.py.

import collections
import equinox
import typing
from pytreelint.bundled import of

class Shared(equinox.Module):
    pytree: typing.Any
    where: collections.abc.Callable
    get: collections.abc.Callable
    def __init__(self, pytree, where, get):
        self.pytree = of('unknown')
        self.where = where
        self.get = get
    def __call__(self):
        return of('unknown')
