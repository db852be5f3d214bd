# What pytreelint knows of diffrax._solver.sra1 (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._solver.base import AbstractStratonovichSolver
from diffrax._solver.srk import AbstractSRK
from diffrax._solver.srk import AdditiveCoeffs
from diffrax._solver.srk import StochasticButcherTableau
from pytreelint.bundled import made, of

class SRA1(AbstractSRK, AbstractStratonovichSolver):
    tableau = made(StochasticButcherTableau, a=[of('array:numpy:inexact')], b_sol=of('array:numpy:inexact'), b_error=of('array:numpy:inexact'), c=of('array:numpy:inexact'), coeffs_w=made(AdditiveCoeffs, a=of('array:numpy:inexact'), b_sol=of('array:numpy:inexact')), coeffs_hh=made(AdditiveCoeffs, a=of('array:numpy:inexact'), b_sol=of('array:numpy:inexact')), coeffs_kk=None, ignore_stage_f=None, ignore_stage_g=None)
    def order(self, terms):
        return 2
    def strong_order(self, terms):
        return 1.5
