# What pytreelint knows of diffrax._solver.kvaerno5 (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._root_finder._verychord import VeryChord
from diffrax._root_finder._with_tols import _UseStepSizeTol
from diffrax._root_finder._with_tols import _WithTolsDoc
from diffrax._solver.runge_kutta import AbstractESDIRK
from diffrax._solver.runge_kutta import ButcherTableau
from lineax._solve import AutoLinearSolver
from optimistix._root_find import AbstractRootFinder
from pytreelint.bundled import made, of, one

class Kvaerno5(AbstractESDIRK):
    root_finder: AbstractRootFinder = one(made(_WithTolsDoc, cls=VeryChord, args=(), kwargs={}), made(VeryChord, rtol=made(_UseStepSizeTol), atol=made(_UseStepSizeTol), norm=made(_UseStepSizeTol), kappa=0.01, linear_solver=made(AutoLinearSolver, well_posed=None)))
    root_find_max_steps: int = 10
    tableau = made(ButcherTableau, c=of('array:numpy:inexact'), b_sol=of('array:numpy:inexact'), b_error=of('array:numpy:inexact'), a_lower=(of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact')), a_diagonal=of('array:numpy:inexact'), a_predictor=(of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact'), of('array:numpy:inexact')), c1=0.0, fsal=of('bool'), ssal=of('bool'), implicit=True, num_stages=of('int'))
    interpolation_cls = of('unknown')
    def order(self, terms):
        return 5
