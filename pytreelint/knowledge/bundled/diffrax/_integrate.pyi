# What pytreelint knows of diffrax._integrate (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._adjoint import AbstractAdjoint
from diffrax._adjoint import RecursiveCheckpointAdjoint
from diffrax._event import AbstractDiscreteTerminatingEvent
from diffrax._event import Event
from diffrax._progress_meter import AbstractProgressMeter
from diffrax._progress_meter import NoProgressMeter
from diffrax._saveat import SaveAt
from diffrax._saveat import SubSaveAt
from diffrax._saveat import save_y
from diffrax._solution import Solution
from diffrax._solver.base import AbstractSolver
from diffrax._step_size_controller.base import AbstractStepSizeController
from diffrax._step_size_controller.constant import ConstantStepSize
import chex
import equinox
import jax
import jaxtyping
from pytreelint.bundled import made, of, one, some

@equinox.filter_jit
def diffeqsolve(terms, solver: AbstractSolver, t0: chex.Array | float, t1: chex.Array | float, dt0: chex.Array | float | None, y0, args=None, *, saveat: SaveAt=made(SaveAt, subs=made(SubSaveAt, t0=False, t1=True, ts=None, steps=0, fn=save_y), dense=False, solver_state=False, controller_state=False, made_jump=False), stepsize_controller: AbstractStepSizeController=made(ConstantStepSize), adjoint: AbstractAdjoint=made(RecursiveCheckpointAdjoint, checkpoints=None), event: Event | None=None, max_steps: int | None=4096, throw: bool=True, progress_meter: AbstractProgressMeter=made(NoProgressMeter), solver_state=None, controller_state=None, made_jump: jaxtyping.Bool[jax.Array, '...'] | float | None=None, discrete_terminating_event: AbstractDiscreteTerminatingEvent | None=None):
    return ((some(Solution) if throw else made(Solution, t0=of('array:jax:?'), t1=of('array:jax:?'), ts=of('unknown'), ys=of('unknown'), interpolation=of('unknown'), stats=of('unknown'), result=of('array:jax:integer', declared=True), solver_state=one(of('unknown'), None), controller_state=one(of('unknown'), None), made_jump=one(of('unknown'), None), event_mask=of('unknown'))) if event is None else (some(Solution) if throw else (made(Solution, t0=of('array:jax:?'), t1=of('array:jax:?'), ts=of('unknown'), ys=of('unknown'), interpolation=of('unknown'), stats=one(of('unknown')), result=of('array:jax:integer', declared=True), solver_state=one(of('unknown'), None), controller_state=one(of('unknown'), None), made_jump=one(of('unknown'), None), event_mask=of('unknown')) if discrete_terminating_event is None else some(Solution))))
