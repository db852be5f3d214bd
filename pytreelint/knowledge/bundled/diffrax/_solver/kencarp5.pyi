# What pytreelint knows of diffrax._solver.kencarp5 (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._root_finder._verychord import VeryChord
from diffrax._root_finder._with_tols import _UseStepSizeTol
from diffrax._root_finder._with_tols import _WithTolsDoc
from diffrax._solver.base import AbstractImplicitSolver
from diffrax._solver.kencarp3 import KenCarpInterpolation
from diffrax._solver.runge_kutta import AbstractRungeKutta
from diffrax._solver.runge_kutta import ButcherTableau
from diffrax._solver.runge_kutta import MultiButcherTableau
from lineax._solve import AutoLinearSolver
from optimistix._root_find import AbstractRootFinder
from pytreelint.bundled import made, of, one

class _KenCarp5Interpolation(KenCarpInterpolation):
    coeffs = of('array:numpy:inexact')

class KenCarp5(AbstractRungeKutta, AbstractImplicitSolver):
    root_finder: AbstractRootFinder = one(made(_WithTolsDoc, cls=VeryChord, args=(), kwargs={}), made(VeryChord, rtol=made(_UseStepSizeTol), atol=made(_UseStepSizeTol), norm=made(_UseStepSizeTol), kappa=0.01, linear_solver=made(AutoLinearSolver, well_posed=None)))
    root_find_max_steps: int = 10
    tableau = made(MultiButcherTableau, tableaus=(made(ButcherTableau, c=of('array:numpy:inexact'), b_sol=of('array:numpy:inexact'), b_error=of('array:numpy:inexact'), a_lower=(of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact')), a_diagonal=None, a_predictor=None, c1=0.0, fsal=one(of('bool'), True), ssal=one(of('bool'), True), implicit=False, num_stages=of('int')), made(ButcherTableau, c=of('array:numpy:inexact'), b_sol=of('array:numpy:inexact'), b_error=of('array:numpy:inexact'), a_lower=(of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact')), a_diagonal=of('array:numpy:inexact'), a_predictor=(of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact')), c1=0.0, fsal=of('bool'), ssal=of('bool'), implicit=True, num_stages=of('int'))))
    calculate_jacobian = of('int')
    interpolation_cls = _KenCarp5Interpolation
    def order(self, terms):
        return 5
