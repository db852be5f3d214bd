# What pytreelint knows of diffrax._solver.slowrk (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._solver.base import AbstractStratonovichSolver
from diffrax._solver.srk import AbstractSRK
from diffrax._solver.srk import GeneralCoeffs
from diffrax._solver.srk import StochasticButcherTableau
from pytreelint.bundled import made, of

class SlowRK(AbstractSRK, AbstractStratonovichSolver):
    tableau = made(StochasticButcherTableau, a=[of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact')], b_sol=of('array:numpy:inexact'), b_error=None, c=of('array:numpy:inexact'), coeffs_w=made(GeneralCoeffs, a=(of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact')), b_sol=of('array:numpy:inexact'), b_error=None), coeffs_hh=made(GeneralCoeffs, a=(of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact')), b_sol=of('array:numpy:inexact'), b_error=None), coeffs_kk=None, ignore_stage_f=of('array:numpy:?'), ignore_stage_g=of('array:numpy:?'))
    def order(self, terms):
        return 2
    def strong_order(self, terms):
        return 1.5
