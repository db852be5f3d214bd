# What pytreelint knows of optimistix._solver.trust_region (optimistix 0.1.0); see tools/generate_bundles.py.

from optimistix._search import AbstractSearch
from optimistix._search import FunctionInfo
import chex
import equinox
import jax
import jaxtyping
from pytreelint.bundled import made, of

class _TrustRegionState(equinox.Module):
    step_size: jax.Array

class _AbstractTrustRegion(AbstractSearch):
    def __post_init__(self):
        self.low_cutoff = of('unknown')
        self.high_cutoff = of('unknown')
        self.low_constant = of('unknown')
        self.high_constant = of('unknown')
    def predict_reduction(self, y_diff, f_info: FunctionInfo):
        return of('array:jax:?', declared=True)
    def init(self, y, f_info_struct: FunctionInfo):
        return made(_TrustRegionState, step_size=of('array:jax:inexact'))
    def step(self, first_step: jaxtyping.Bool[jax.Array, '...'], y, y_eval, f_info: FunctionInfo, f_eval_info: FunctionInfo, state: _TrustRegionState):
        return (of('array:jax:?'), of('array:any:bool', declared=True), of('array:jax:integer', declared=True), made(_TrustRegionState, step_size=of('array:jax:?')))

class ClassicalTrustRegion(_AbstractTrustRegion):
    high_cutoff: chex.Array | float = 0.99
    low_cutoff: chex.Array | float = 0.01
    high_constant: chex.Array | float = 3.5
    low_constant: chex.Array | float = 0.25
    def predict_reduction(self, y_diff, f_info):
        return of('array:jax:?')
    def __post_init__(self):
        pass

class LinearTrustRegion(_AbstractTrustRegion):
    high_cutoff: chex.Array | float = 0.99
    low_cutoff: chex.Array | float = 0.01
    high_constant: chex.Array | float = 3.5
    low_constant: chex.Array | float = 0.25
    def predict_reduction(self, y_diff, f_info):
        return of('array:jax:?', declared=True)
    def __post_init__(self):
        pass
