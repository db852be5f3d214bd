# What pytreelint knows of chex._src.dimensions (chex 0.1.92); see tools/generate_bundles.py.

from pytreelint.bundled import many, of, one

class Dimensions:
    _HAS_DYNAMIC_ATTRIBUTES = True
    def __init__(self, **dim_sizes):
        pass
    def size(self, key: str):
        return of('int')
    def __getitem__(self, key: str):
        return many('tuple', rest=one(None, of('int')))
    def __setitem__(self, key: str, value):
        return None
    def __delitem__(self, key: str):
        return None
