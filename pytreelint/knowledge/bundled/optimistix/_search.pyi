# What pytreelint knows of optimistix._search (optimistix 0.1.0); see tools/generate_bundles.py.

import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import of

class FunctionInfo(equinox.Module):
    def as_min(self):
        return of('array:jax:?', declared=True)

class AbstractDescent(equinox.Module, typing.Generic):
    def init(self, y, f_info_struct: FunctionInfo):
        return of('unknown')
    def query(self, y, f_info: FunctionInfo, state):
        return of('unknown')
    def step(self, step_size: jax.Array, state):
        return (of('unknown'), of('array:jax:integer', declared=True))

class AbstractSearch(equinox.Module, typing.Generic):
    def init(self, y, f_info_struct: FunctionInfo):
        return of('unknown')
    def step(self, first_step: jaxtyping.Bool[jax.Array, '...'], y, y_eval, f_info: FunctionInfo, f_eval_info: FunctionInfo, state):
        return (of('array:jax:?', declared=True), of('array:any:bool', declared=True), of('array:jax:integer', declared=True), of('unknown'))
