# What pytreelint knows of diffrax._solver.should (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._custom_types import AbstractSpaceTimeTimeLevyArea
from diffrax._local_interpolation import LocalLinearInterpolation
from diffrax._solver.foster_langevin_srk import AbstractFosterLangevinSRK
import chex
import equinox

class ShOULD(AbstractFosterLangevinSRK):
    taylor_threshold: chex.Array | float = equinox.field(static=True)
    interpolation_cls = LocalLinearInterpolation
    minimal_levy_area = AbstractSpaceTimeTimeLevyArea
    _is_fsal = True
    def __init__(self, taylor_threshold: chex.Array | float=0.1):
        self.taylor_threshold = taylor_threshold
    def order(self, terms):
        return 3
    def strong_order(self, terms):
        return 3.0
