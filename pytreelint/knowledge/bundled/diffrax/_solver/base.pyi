# What pytreelint knows of diffrax._solver.base (diffrax 0.7.2); see tools/generate_bundles.py.

import chex
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import many, of, one

class AbstractSolver(equinox.Module, typing.Generic, **of('unknown')):
    term_compatible_contr_kwargs = of('unknown')
    def order(self, terms):
        return None
    def strong_order(self, terms):
        return None
    def error_order(self, terms):
        return None
    def init(self, terms, t0: chex.Array | float, t1: chex.Array | float, y0, args):
        return of('unknown')
    def step(self, terms, t0: chex.Array | float, t1: chex.Array | float, y0, args, solver_state, made_jump: jaxtyping.Bool[jax.Array, '...'] | float):
        return (of('unknown'), of('unknown'), many('dict', rest=of('unknown')), of('unknown'), of('array:jax:integer', declared=True))
    def func(self, terms, t0: chex.Array | float, y0, args):
        return of('unknown')

class AbstractImplicitSolver(AbstractSolver):
    pass

class AbstractItoSolver(AbstractSolver):
    pass

class AbstractStratonovichSolver(AbstractSolver):
    pass

class AbstractAdaptiveSolver(AbstractSolver):
    pass

class AbstractWrappedSolver(AbstractSolver):
    pass

class HalfSolver(AbstractAdaptiveSolver, AbstractWrappedSolver):
    solver: AbstractSolver
    @property
    def term_structure(self):
        return of('unknown')
    @property
    def interpolation_cls(self):
        return of('unknown')
    @property
    def term_compatible_contr_kwargs(self):
        return of('unknown')
    def order(self, terms):
        return one(of('int'), None)
    def strong_order(self, terms):
        return one(of('array:any:?', declared=True), of('float'), None)
    def error_order(self, terms):
        return one(of('array:any:?'), of('float'), None, of('int'))
    def init(self, terms, t0: chex.Array | float, t1: chex.Array | float, y0, args):
        return of('unknown')
    def step(self, terms, t0: chex.Array | float, t1: chex.Array | float, y0, args, solver_state, made_jump: jaxtyping.Bool[jax.Array, '...'] | float):
        return (of('unknown'), of('unknown'), many('dict', rest=of('unknown')), of('unknown'), of('array:jax:integer', declared=True))
    def func(self, terms, t0: chex.Array | float, y0, args):
        return of('unknown')
