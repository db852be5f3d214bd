# What pytreelint knows of simple_pytree.dataclass (simple_pytree 0.2.2); see tools/generate_bundles.py.

import dataclasses
import functools
from pytreelint.bundled import of, one

A = of('object')

def dataclass(cls=None, init: bool=True, repr: bool=True, eq: bool=True, order: bool=False, unsafe_hash: bool=False, frozen: bool=False):
    return of('unknown')
