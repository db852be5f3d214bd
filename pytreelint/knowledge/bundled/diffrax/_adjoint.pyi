# What pytreelint knows of diffrax._adjoint (diffrax 0.7.2); see tools/generate_bundles.py.

from lineax._solve import AbstractLinearSolver
from lineax._solve import AutoLinearSolver
import equinox
import typing
from pytreelint.bundled import made, many, of, one

class AbstractAdjoint(equinox.Module):
    def loop(self, *, args, terms, solver, stepsize_controller, event, saveat, t0, t1, dt0, max_steps, throw, init_state, passed_solver_state, passed_controller_state, progress_meter):
        return of('unknown')

class RecursiveCheckpointAdjoint(AbstractAdjoint):
    checkpoints: int | None = None
    def loop(self, *, terms, saveat, init_state, max_steps, throw, passed_solver_state, passed_controller_state, **kwargs):
        return (of('unknown'), {})

class DirectAdjoint(AbstractAdjoint):
    def loop(self, *, solver, max_steps, terms, throw, passed_solver_state, passed_controller_state, **kwargs):
        return (of('unknown'), {})

def _frozenset(x):
    return one(many('frozenset', rest=of('unknown')), many('frozenset', x))

class ImplicitAdjoint(AbstractAdjoint):
    linear_solver: AbstractLinearSolver = made(AutoLinearSolver, well_posed=None)
    tags: frozenset[typing.Any] = equinox.field(default_factory=frozenset, converter=_frozenset, static=True)
    def loop(self, *, args, terms, solver, saveat, throw, init_state, passed_solver_state, passed_controller_state, **kwargs):
        return (of('unknown'), of('unknown'))

class BacksolveAdjoint(AbstractAdjoint):
    kwargs: dict[typing.Any, typing.Any]
    def __init__(self, **kwargs):
        self.kwargs = kwargs
    def loop(self, *, args, terms, solver, saveat, init_state, passed_solver_state, passed_controller_state, event, **kwargs):
        return of('unknown')

class ForwardMode(AbstractAdjoint):
    def loop(self, *, solver, throw, passed_solver_state, passed_controller_state, **kwargs):
        return (of('unknown'), {})
