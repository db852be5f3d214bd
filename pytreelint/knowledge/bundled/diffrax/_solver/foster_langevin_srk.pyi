# What pytreelint knows of diffrax._solver.foster_langevin_srk (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._local_interpolation import LocalLinearInterpolation
from diffrax._solver.base import AbstractStratonovichSolver
from diffrax._term import MultiTerm
import chex
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, many, of, one, some

class AbstractCoeffs(equinox.Module):
    pass

class SolverState(equinox.Module, typing.Generic):
    gamma: jaxtyping.PyTree[chex.Array]
    u: jaxtyping.PyTree[chex.Array]
    h: chex.Array | float
    taylor_coeffs: jaxtyping.PyTree[AbstractCoeffs]
    coeffs: AbstractCoeffs
    rho: jaxtyping.PyTree[chex.Array]
    prev_f: jaxtyping.PyTree[chex.Array | None]

class AbstractFosterLangevinSRK(AbstractStratonovichSolver, typing.Generic):
    term_structure = MultiTerm
    interpolation_cls = LocalLinearInterpolation
    def init(self, terms: MultiTerm, t0: chex.Array | float, t1: chex.Array | float, y0: tuple[typing.Any, typing.Any], args):
        return made(SolverState, gamma=of('unknown'), u=of('unknown'), h=one(of('array:any:?', declared=True), of('float')), taylor_coeffs=of('unknown'), coeffs=some(AbstractCoeffs), rho=of('unknown'), prev_f=one(of('unknown'), None))
    def step(self, terms: MultiTerm, t0: chex.Array | float, t1: chex.Array | float, y0: tuple[typing.Any, typing.Any], args, solver_state: SolverState, made_jump: jaxtyping.Bool[jax.Array, '...'] | float):
        return ((of('unknown'), of('unknown')), one(None, (of('unknown'), of('unknown'))), {'y0': y0, 'y1': (of('unknown'), of('unknown'))}, made(SolverState, gamma=of('unknown'), u=of('unknown'), h=one(of('array:any:?', declared=True), of('float')), taylor_coeffs=of('unknown'), coeffs=some(AbstractCoeffs), rho=of('unknown'), prev_f=of('unknown')), of('array:jax:integer', declared=True))
    def func(self, terms: MultiTerm, t0: chex.Array | float, y0: tuple[typing.Any, typing.Any], args):
        return many('tuple', rest=of('unknown'))
