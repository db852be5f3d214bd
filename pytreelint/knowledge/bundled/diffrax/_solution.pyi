# What pytreelint knows of diffrax._solution (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._global_interpolation import DenseInterpolation
from diffrax._path import AbstractPath
from optimistix._solution import RESULTS as RESULTS_
import chex
import jax
import jaxtyping
import typing
from pytreelint.bundled import of

class RESULTS(RESULTS_):
    successful = ''
    max_steps_reached = of('str')
    dt_min_reached = of('str')
    event_occurred = of('str')
    max_steps_rejected = of('str')
    internal_error = of('str')

def is_okay(result):
    return of('array:jax:bool', declared=True)

def is_successful(result):
    return of('array:jax:bool', declared=True)

def is_event(result):
    return of('array:jax:bool', declared=True)

class Solution(AbstractPath):
    t0: chex.Array | float
    t1: chex.Array | float
    ts: jaxtyping.PyTree[chex.Array | None]
    ys: jaxtyping.PyTree[chex.Array | None]
    interpolation: DenseInterpolation | None
    stats: dict[typing.Any, typing.Any]
    result: typing.Any
    solver_state: typing.Any
    controller_state: typing.Any
    made_jump: jaxtyping.Bool[jax.Array, '...'] | float | None
    event_mask: jaxtyping.PyTree[jaxtyping.Bool[jax.Array, '...'] | float | None]
    def evaluate(self, t0: chex.Array | float, t1: chex.Array | float | None=None, left: bool=True):
        return of('unknown')
    def derivative(self, t: chex.Array | float, left: bool=True):
        return of('unknown')
