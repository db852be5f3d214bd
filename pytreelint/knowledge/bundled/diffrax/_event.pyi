# What pytreelint knows of diffrax._event (diffrax 0.7.2); see tools/generate_bundles.py.

from optimistix._root_find import AbstractRootFinder
import collections
import equinox
import jaxtyping
from pytreelint.bundled import of, one

def wrapped_fn(*args, **kwargs):
    return of('array:jax:?')

class Event(equinox.Module):
    cond_fn: collections.abc.Callable
    direction: jaxtyping.PyTree[None | bool]
    root_finder: AbstractRootFinder | None
    def __init__(self, cond_fn, root_finder: AbstractRootFinder | None=None, direction=None):
        self.cond_fn = cond_fn
        self.root_finder = root_finder
        self.direction = (of('unknown') if direction is None else one(direction, of('unknown')))

def steady_state_event(rtol: float | None=None, atol: float | None=None, norm=None):
    return (lambda t, y, args, *, terms, solver, stepsize_controller, **kwargs: of('unknown'))

class AbstractDiscreteTerminatingEvent(equinox.Module):
    def __call__(self, state, **kwargs):
        return one(of('array:any:bool', declared=True), of('float'))

class DiscreteTerminatingEvent(AbstractDiscreteTerminatingEvent):
    cond_fn: collections.abc.Callable
    def __call__(self, state, **kwargs):
        return of('unknown')

class SteadyStateEvent(AbstractDiscreteTerminatingEvent):
    rtol: float | None = None
    atol: float | None = None
    norm: collections.abc.Callable = wrapped_fn
    def __call__(self, state, *, args, **kwargs):
        return of('unknown')
