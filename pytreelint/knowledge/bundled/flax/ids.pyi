# What pytreelint knows of flax.ids (flax 0.12.8); see tools/generate_bundles.py.

from pytreelint.bundled import made, of, one

class UUIDManager:
    def __init__(self):
        self._lock = of('object')
        self._id = 0
    def __call__(self):
        return made(FlaxId, id=1)

uuid = made(UUIDManager, _lock=of('object'), _id=0)

class FlaxId:
    def __init__(self, rawid):
        self.id = rawid
    def __eq__(self, other):
        return one(of('bool'), of('unknown'))
    def __hash__(self):
        return of('int')
    def __deepcopy__(self, memo):
        return made(FlaxId, id=1)
    def __copy__(self):
        return made(FlaxId, id=1)
