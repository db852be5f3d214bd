# What pytreelint knows of diffrax._solver.sea (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._solver.base import AbstractStratonovichSolver
from diffrax._solver.srk import AbstractSRK
from diffrax._solver.srk import AdditiveCoeffs
from diffrax._solver.srk import StochasticButcherTableau
from pytreelint.bundled import made, of

class SEA(AbstractSRK, AbstractStratonovichSolver):
    tableau = made(StochasticButcherTableau, a=[], b_sol=of('array:numpy:inexact'), b_error=None, c=of('array:numpy:?'), coeffs_w=made(AdditiveCoeffs, a=of('array:numpy:inexact'), b_sol=of('array:numpy:inexact')), coeffs_hh=made(AdditiveCoeffs, a=of('array:numpy:inexact'), b_sol=of('array:numpy:inexact')), coeffs_kk=None, ignore_stage_f=None, ignore_stage_g=None)
    def order(self, terms):
        return 1
    def strong_order(self, terms):
        return 1
