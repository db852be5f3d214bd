# What pytreelint knows of diffrax._step_size_controller.constant (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._step_size_controller.base import AbstractStepSizeController
import chex
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of, one, some

class ConstantStepSize(AbstractStepSizeController):
    def wrap(self, direction: jaxtyping.Int[jax.Array, '...'] | float):
        return some(ConstantStepSize)
    def init(self, terms, t0: chex.Array | float, t1: chex.Array | float, y0, dt0: chex.Array | float | None, args, func, error_order: chex.Array | float | None):
        return (one(of('array:any:?'), of('float')), ((one(of('array:any:integer'), of('float')) if dt0 is None else of('array:jax:integer')), (one(of('array:any:integer'), of('float')) if dt0 is None else of('array:jax:?')), (one(of('array:any:?'), of('float')) if dt0 is None else t0), (one(of('array:any:?'), of('float')) if dt0 is None else of('array:jax:?'))))
    def adapt_step_size(self, t0: chex.Array | float, t1: chex.Array | float, y0, y1_candidate, args, y_error, error_order: chex.Array | float | None, controller_state: tuple[jaxtyping.Int[jax.Array, '...'] | float, jaxtyping.Int[jax.Array, '...'] | float, chex.Array | float, chex.Array | float]):
        return (True, t1, of('array:jax:?'), False, (one(of('array:any:integer'), of('float')), one(of('array:any:integer'), of('float')), one(of('array:any:?'), of('float')), one(of('array:any:?'), of('float'))), of('array:jax:integer', declared=True))

class StepTo(AbstractStepSizeController):
    ts: chex.Array = equinox.field(converter=jax.numpy.asarray)
    def __check_init__(self):
        return None
    def wrap(self, direction: jaxtyping.Int[jax.Array, '...'] | float):
        return made(StepTo, ts=of('array:jax:?'))
    def init(self, terms, t0: chex.Array | float, t1: chex.Array | float, y0, dt0: None, args, func, error_order: chex.Array | float | None):
        return (one(of('array:any:?'), of('float')), (2 if dt0 is None else one(of('array:any:integer'), of('float'))))
    def adapt_step_size(self, t0: chex.Array | float, t1: chex.Array | float, y0, y1_candidate, args, y_error, error_order: chex.Array | float | None, controller_state: jaxtyping.Int[jax.Array, '...'] | float):
        return (True, t1, one(of('array:any:?'), of('float')), False, one(of('array:any:integer'), of('float')), of('array:jax:integer', declared=True))
