# What pytreelint knows of zodiax (zodiax 0.5.0); see tools/generate_bundles.py.

from zodiax.base import Base
from zodiax.base import EquinoxWrapper
from zodiax.base import Params
from zodiax.base import PyTree
from zodiax.base import Values
from zodiax.base import WrapperHolder
from zodiax.base import build_wrapper
from zodiax.diffops import hessian
from zodiax.diffops import hessian_to_pytree
from zodiax.diffops import jacobian
from zodiax.optimisation import debug_nan_check
from zodiax.optimisation import decompose
from zodiax.optimisation import delay
from zodiax.optimisation import eigen_projection
from zodiax.optimisation import map_optimisers
from zodiax.optimisation import zero_nan_check
from zodiax.stats import calc_entropy
from zodiax.stats import check_positive_semi_definite
from zodiax.stats import check_symmetric
from zodiax.stats import chi2
from zodiax.stats import chi2r
from zodiax.stats import chi2r_from_z
from zodiax.stats import ddof
from zodiax.stats import gauss_hessian
from zodiax.stats import loglike
from zodiax.stats import mv_loglike
from zodiax.stats import mv_z_score
from zodiax.stats import z_score

name = 'zodiax'
