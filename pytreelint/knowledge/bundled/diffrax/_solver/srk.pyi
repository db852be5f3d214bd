# What pytreelint knows of diffrax._solver.srk (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._custom_types import AbstractBrownianIncrement
from diffrax._custom_types import AbstractSpaceTimeLevyArea
from diffrax._custom_types import AbstractSpaceTimeTimeLevyArea
from diffrax._local_interpolation import LocalLinearInterpolation
from diffrax._solver.base import AbstractSolver
from diffrax._term import MultiTerm
import chex
import dataclasses
import equinox
import functools
import jax
import jaxtyping
import numpy
import typing
from pytreelint.bundled import many, of, one

class AbstractStochasticCoeffs(equinox.Module):
    def check(self):
        return of('int')

class AdditiveCoeffs(AbstractStochasticCoeffs):
    a: jaxtyping.Float[jax.Array, '...']
    b_sol: jaxtyping.Float[jax.Array, '...'] | float
    def __init__(self, a: jaxtyping.Float[jax.Array, '...'], b_sol: jaxtyping.Float[jax.Array, '...'] | float):
        self.a = a
        self.b_sol = b_sol
    @property
    def b_error(self):
        return None
    def check(self):
        return of('int')

class GeneralCoeffs(AbstractStochasticCoeffs):
    a: tuple[numpy.ndarray, ...]
    b_sol: jaxtyping.Float[jax.Array, '...']
    b_error: jaxtyping.Float[jax.Array, '...'] | None
    def check(self):
        return of('int')

@functools.partial(dataclasses.dataclass, frozen=True)
class StochasticButcherTableau(typing.Generic):
    a: list[numpy.ndarray]
    b_sol: numpy.ndarray
    b_error: numpy.ndarray | None
    c: numpy.ndarray
    coeffs_w: AbstractStochasticCoeffs
    coeffs_hh: AbstractStochasticCoeffs | None
    coeffs_kk: AbstractStochasticCoeffs | None
    ignore_stage_f: numpy.ndarray | None
    ignore_stage_g: numpy.ndarray | None
    def is_additive_noise(self):
        return of('bool')
    def __post_init__(self):
        pass

class AbstractSRK(AbstractSolver):
    scan_kind: None | typing.Literal['lax'] | typing.Literal['checkpointed'] = None
    interpolation_cls = LocalLinearInterpolation
    term_compatible_contr_kwargs = ({}, {'use_levy': True})
    @property
    def minimal_levy_area(self):
        return one(AbstractSpaceTimeTimeLevyArea, AbstractSpaceTimeLevyArea, AbstractBrownianIncrement)
    @property
    def term_structure(self):
        return MultiTerm
    def init(self, terms: MultiTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args):
        return None
    def step(self, terms: MultiTerm, t0: chex.Array | float, t1: chex.Array | float, y0, args, solver_state: None, made_jump: jaxtyping.Bool[jax.Array, '...'] | float):
        return (of('unknown'), one(jax.tree.map((lambda lf: of('array:jax:?')), jax.tree.map((lambda _, _buff: of('unknown')), y0, jax.tree.map((lambda leaf: of('array:jax:?')), y0))), None, of('unknown')), {'y0': y0, 'y1': of('unknown')}, None, of('array:jax:integer', declared=True))
    def func(self, terms: MultiTerm, t0: chex.Array | float, y0, args):
        return many('tuple', rest=of('unknown'))
