# What pytreelint knows of chex._src.variants (chex 0.1.92); see tools/generate_bundles.py.

import absl
import enum
from pytreelint.bundled import many, of

class TestCase(absl.testing.parameterized.TestCase, of('unknown')):
    def variant(self, *args, **kwargs):
        return of('unknown')

class ChexVariantType(enum.Enum):
    WITH_JIT = 1
    WITHOUT_JIT = 2
    WITH_DEVICE = 3
    WITHOUT_DEVICE = 4
    WITH_PMAP = 5

def params_product(*params_lists, named: bool=False):
    return many('list', rest=(many('tuple', of('str'), rest=of('unknown')) if named else many('list', rest=of('unknown'))))

variants = of('unknown')

all_variants = of('unknown')
