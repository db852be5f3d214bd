# What pytreelint knows of diffrax._solver.midpoint (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._solver.base import AbstractStratonovichSolver
from diffrax._solver.runge_kutta import AbstractERK
from diffrax._solver.runge_kutta import ButcherTableau
from pytreelint.bundled import made, of, one

class Midpoint(AbstractERK, AbstractStratonovichSolver):
    tableau = made(ButcherTableau, c=of('array:numpy:inexact'), b_sol=of('array:numpy:inexact'), b_error=of('array:numpy:inexact'), a_lower=(of('array:numpy:inexact'),), a_diagonal=None, a_predictor=None, c1=0.0, fsal=one(of('bool'), True), ssal=one(of('bool'), True), implicit=False, num_stages=of('int'))
    interpolation_cls = of('unknown')
    def order(self, terms):
        return 2
    def strong_order(self, terms):
        return 0.5
