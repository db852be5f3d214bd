# What pytreelint knows of equinox._vmap_pmap (equinox 0.13.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

import dataclasses
import functools
from pytreelint.bundled import one

@functools.partial(dataclasses.dataclass, frozen=True)
class if_array:
    axis: int
    def __call__(self, x):
        return one(self.axis, None)
