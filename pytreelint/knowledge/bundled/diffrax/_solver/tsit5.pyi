# What pytreelint knows of diffrax._solver.tsit5 (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._local_interpolation import AbstractLocalInterpolation
from diffrax._solver.runge_kutta import AbstractERK
from diffrax._solver.runge_kutta import ButcherTableau
import chex
import jaxtyping
from pytreelint.bundled import made, of, one

class _Tsit5Interpolation(AbstractLocalInterpolation):
    t0: chex.Array | float
    t1: chex.Array | float
    y0: jaxtyping.PyTree[chex.Array | float]
    k: jaxtyping.PyTree[chex.Array]
    def __init__(self, *, t0, t1, y0, y1, k):
        self.t0 = t0
        self.t1 = t1
        self.y0 = y0
        self.k = k
    def evaluate(self, t0: chex.Array | float, t1: chex.Array | float | None=None, left: bool=True):
        return of('unknown')

class Tsit5(AbstractERK):
    tableau = made(ButcherTableau, c=of('array:numpy:inexact'), b_sol=of('array:numpy:inexact'), b_error=of('array:numpy:inexact'), a_lower=(of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact')), a_diagonal=None, a_predictor=None, c1=0.0, fsal=one(of('bool'), True), ssal=one(of('bool'), True), implicit=False, num_stages=of('int'))
    interpolation_cls = _Tsit5Interpolation
    def order(self, terms):
        return 5
