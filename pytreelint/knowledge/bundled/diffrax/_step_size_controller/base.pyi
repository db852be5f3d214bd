# What pytreelint knows of diffrax._step_size_controller.base (diffrax 0.7.2); see tools/generate_bundles.py.

import chex
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import of, one, some

class AbstractStepSizeController(equinox.Module, typing.Generic):
    def wrap(self, direction: jaxtyping.Int[jax.Array, '...'] | float):
        return some(AbstractStepSizeController)
    def init(self, terms, t0: chex.Array | float, t1: chex.Array | float, y0, dt0: chex.Array | float | None, args, func, error_order: chex.Array | float | None):
        return (one(of('array:any:?'), of('float')), of('unknown'))
    def adapt_step_size(self, t0: chex.Array | float, t1: chex.Array | float, y0, y1_candidate, args, y_error, error_order: chex.Array | float, controller_state):
        return (one(of('array:any:bool'), of('float')), one(of('array:any:?'), of('float')), one(of('array:any:?'), of('float')), one(of('array:any:bool'), of('float')), of('unknown'), of('array:jax:integer', declared=True))

class AbstractAdaptiveStepSizeController(AbstractStepSizeController):
    def __check_init__(self):
        return None
