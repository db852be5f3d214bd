# What pytreelint knows of diffrax._solver.runge_kutta (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._solver.base import AbstractAdaptiveSolver
from diffrax._solver.base import AbstractImplicitSolver
from diffrax._term import AbstractTerm
import chex
import dataclasses
import enum
import equinox
import functools
import jax
import jaxtyping
import numpy
import typing
from pytreelint.bundled import many, of, one

@functools.partial(dataclasses.dataclass, frozen=True)
class ButcherTableau:
    c: numpy.ndarray
    b_sol: numpy.ndarray
    b_error: numpy.ndarray
    a_lower: tuple[numpy.ndarray, ...]
    a_diagonal: numpy.ndarray | None = None
    a_predictor: tuple[numpy.ndarray, ...] | None = None
    c1: float = 0.0
    ssal: bool = dataclasses.field(init=False)
    fsal: bool = dataclasses.field(init=False)
    implicit: bool = dataclasses.field(init=False)
    num_stages: int = dataclasses.field(init=False)
    def __post_init__(self):
        self.ssal = of('bool')
        self.fsal = of('bool')
        self.implicit = True
        self.num_stages = of('int')

class MultiButcherTableau(equinox.Module):
    tableaus: tuple[ButcherTableau, ...]
    def __init__(self, *tableaus):
        self.tableaus = tableaus

class CalculateJacobian(enum.IntEnum):
    never = 0
    every_stage = 1
    first_stage = 2
    second_stage = 3

class AbstractRungeKutta(AbstractAdaptiveSolver):
    scan_kind: None | typing.Literal['lax'] | typing.Literal['checkpointed'] | typing.Literal['bounded'] = None
    @classmethod
    def __init_subclass__(cls, **kwargs):
        return None
    def func(self, terms: AbstractTerm, t0: chex.Array | float, y0, args):
        return of('unknown')
    def init(self, terms: AbstractTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args):
        return one((of('array:jax:bool'), one(of('unknown'), jax.tree.map((lambda x: of('array:jax:?')), y0), many('tuple', rest=jax.tree.map((lambda x: of('array:jax:?')), y0)))), None)
    def step(self, terms: AbstractTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args, solver_state: tuple[jaxtyping.Bool[jax.Array, '...'] | float, typing.Any] | None, made_jump: jaxtyping.Bool[jax.Array, '...'] | float):
        return (one(jax.tree.map((lambda _, *_trees: of('unknown')), y0, y0), y0), jax.tree.map((lambda _y_error: of('array:jax:?')), jax.tree.map((lambda _, *_trees: of('unknown')), y0)), {'y0': y0, 'y1': one(jax.tree.map((lambda _, *_trees: of('unknown')), y0, y0), y0), 'k': (one(of('unknown')) if solver_state is None else one(None, of('unknown')))}, one((False, (of('unknown') if solver_state is None else one(of('unknown')))), None), of('array:jax:integer', declared=True))

class AbstractERK(AbstractRungeKutta):
    calculate_jacobian = of('int')

class AbstractDIRK(AbstractRungeKutta, AbstractImplicitSolver):
    calculate_jacobian = of('int')

class AbstractSDIRK(AbstractDIRK):
    calculate_jacobian = of('int')
    @classmethod
    def __init_subclass__(cls, **kwargs):
        return None

class AbstractESDIRK(AbstractDIRK):
    calculate_jacobian = of('int')
    @classmethod
    def __init_subclass__(cls, **kwargs):
        return None
