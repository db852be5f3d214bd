# What pytreelint knows of diffrax._step_size_controller.pid (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._step_size_controller.base import AbstractAdaptiveStepSizeController
import chex
import collections
import jax
import jaxtyping
import typing
from pytreelint.bundled import of, one

def wrapped_fn(*args, **kwargs):
    return of('array:jax:?')

class PIDController(AbstractAdaptiveStepSizeController, **of('unknown')):
    rtol: chex.Array | float
    atol: chex.Array | float
    norm: collections.abc.Callable = wrapped_fn
    pcoeff: chex.Array | float = 0
    icoeff: chex.Array | float = 1
    dcoeff: chex.Array | float = 0
    dtmin: chex.Array | float | None = None
    dtmax: chex.Array | float | None = None
    force_dtmin: bool = True
    factormin: chex.Array | float = 0.2
    factormax: chex.Array | float = 10.0
    safety: chex.Array | float = 0.9
    error_order: chex.Array | float | None = None
    def wrap(self, direction: jaxtyping.Int[jax.Array, '...'] | float):
        return self
    def init(self, terms, t0: chex.Array | float, t1: chex.Array | float, y0, dt0: chex.Array | float | None, args, func, error_order: chex.Array | float | None):
        return (one(of('array:any:?'), of('float')), (of('array:jax:?'), of('array:jax:?'), False))
    def adapt_step_size(self, t0: chex.Array | float, t1: chex.Array | float, y0, y1_candidate, args, y_error, error_order: chex.Array | float, controller_state: tuple[chex.Array | float, chex.Array | float, jaxtyping.Bool[jax.Array, '...'] | float]):
        return (one(of('array:any:bool'), of('float')), of('array:jax:?'), of('array:jax:?'), False, (of('array:jax:?'), of('array:jax:?'), one(of('array:jax:bool'), of('array:any:bool'), of('float'))), of('array:jax:integer', declared=True))
