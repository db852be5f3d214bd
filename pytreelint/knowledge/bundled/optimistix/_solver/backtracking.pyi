# What pytreelint knows of optimistix._solver.backtracking (optimistix 0.1.0); see tools/generate_bundles.py.

from optimistix._search import AbstractSearch
from optimistix._search import FunctionInfo
import chex
import equinox
import jax
import jaxtyping
from pytreelint.bundled import made, of

class _BacktrackingState(equinox.Module):
    step_size: jax.Array

class BacktrackingArmijo(AbstractSearch):
    decrease_factor: chex.Array | float = 0.5
    slope: chex.Array | float = 0.1
    step_init: chex.Array | float = 1.0
    def __post_init__(self):
        pass
    def init(self, y, f_info_struct):
        return made(_BacktrackingState, step_size=of('array:jax:?'))
    def step(self, first_step: jaxtyping.Bool[jax.Array, '...'], y, y_eval, f_info, f_eval_info: FunctionInfo, state: _BacktrackingState):
        return (of('array:jax:?'), of('array:any:bool', declared=True), of('array:jax:integer', declared=True), made(_BacktrackingState, step_size=of('array:jax:?')))
