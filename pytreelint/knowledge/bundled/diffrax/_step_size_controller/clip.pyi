# What pytreelint knows of diffrax._step_size_controller.clip (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._step_size_controller.base import AbstractAdaptiveStepSizeController
import chex
import collections
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of, one, some

class _ClipState(equinox.Module, typing.Generic):
    step_info: tuple[jaxtyping.Int[jax.Array, '...'] | float, jax.Array] | None
    jump_info: tuple[jaxtyping.Int[jax.Array, '...'] | float, jax.Array] | None
    reject_info: tuple[jaxtyping.Int[jax.Array, '...'] | float, jax.Array] | None
    inner_state: typing.Any

class ClipStepSizeController(AbstractAdaptiveStepSizeController):
    controller: AbstractAdaptiveStepSizeController
    step_ts: chex.Array | None
    jump_ts: chex.Array | None
    store_rejected_steps: int | None = equinox.field(static=True)
    callback_on_reject: collections.abc.Callable = equinox.field(static=True)
    @property
    def atol(self):
        return of('unknown')
    @property
    def rtol(self):
        return of('unknown')
    @property
    def norm(self):
        return of('unknown')
    def __init__(self, controller: AbstractAdaptiveStepSizeController, step_ts: None | list[chex.Array | float] | chex.Array=None, jump_ts: None | list[chex.Array | float] | chex.Array=None, store_rejected_steps: int | None=None, _callback_on_reject=None):
        self.controller = controller
        self.step_ts = (None if step_ts is None else of('array:jax:?'))
        self.jump_ts = (None if jump_ts is None else of('array:jax:?'))
        self.store_rejected_steps = store_rejected_steps
        self.callback_on_reject = _callback_on_reject
    def __check_init__(self):
        return None
    def wrap(self, direction: jaxtyping.Int[jax.Array, '...'] | float):
        return some(ClipStepSizeController)
    def init(self, terms, t0: chex.Array | float, t1: chex.Array | float, y0, dt0: chex.Array | float | None, args, func, error_order: chex.Array | float | None):
        return (one(of('array:any:?'), of('float'), of('array:jax:?')), made(_ClipState, step_info=one(None, (of('array:jax:?'), of('array:jax:?'))), jump_info=one(None, (of('array:jax:?'), of('array:jax:?'))), reject_info=one(None, (of('array:jax:integer'), of('array:jax:?'))), inner_state=of('unknown')))
    def adapt_step_size(self, t0: chex.Array | float, t1: chex.Array | float, y0, y1_candidate, args, y_error, error_order: chex.Array | float, controller_state: _ClipState):
        return (one(of('array:any:bool'), of('float')), one(of('array:any:?'), of('float'), of('array:jax:?')), one(of('array:any:?'), of('float'), of('array:jax:?')), one(of('array:any:bool'), of('float'), of('array:jax:?')), made(_ClipState, step_info=one(None, (of('array:any:?', declared=True), of('unknown'))), jump_info=one(None, (of('array:any:?', declared=True), of('unknown'))), reject_info=one(None, (of('array:jax:?'), of('unknown'))), inner_state=of('unknown')), of('array:jax:integer', declared=True))
