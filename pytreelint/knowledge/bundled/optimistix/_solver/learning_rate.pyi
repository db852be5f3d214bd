# What pytreelint knows of optimistix._solver.learning_rate (optimistix 0.1.0); see tools/generate_bundles.py.

from optimistix._search import AbstractSearch
from optimistix._search import FunctionInfo
import chex
import equinox
import jax
import jaxtyping
from pytreelint.bundled import of

def _typed_asarray(x: chex.Array | float):
    return of('array:jax:?')

class LearningRate(AbstractSearch):
    learning_rate: chex.Array | float = equinox.field(converter=_typed_asarray)
    def init(self, y, f_info_struct: FunctionInfo):
        return None
    def step(self, first_step: jaxtyping.Bool[jax.Array, '...'], y, y_eval, f_info: FunctionInfo, f_eval_info: FunctionInfo, state: None):
        return (self.learning_rate, of('array:jax:bool'), of('array:jax:integer', declared=True), None)
