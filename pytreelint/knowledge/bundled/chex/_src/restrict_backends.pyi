# What pytreelint knows of chex._src.restrict_backends (chex 0.1.92); see tools/generate_bundles.py.

import typing
from pytreelint.bundled import many

def restrict_backends(*, allowed: list[str] | None=None, forbidden: list[str] | None=None):
    return many('iterator', rest=None)
