# What pytreelint knows of diffrax._term (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._brownian.base import AbstractBrownianPath
from diffrax._path import AbstractPath
from lineax._operator import DiagonalLinearOperator
import chex
import collections
import equinox
import jax
import jaxtyping
import operator
import typing
from pytreelint.bundled import made, many, of, one

class AbstractTerm(equinox.Module, typing.Generic):
    def vf(self, t: chex.Array | float, y, args):
        return of('unknown')
    def contr(self, t0: chex.Array | float, t1: chex.Array | float, **kwargs):
        return of('unknown')
    def prod(self, vf, control):
        return of('unknown')
    def vf_prod(self, t: chex.Array | float, y, args, control):
        return of('unknown')
    def is_vf_expensive(self, t0: chex.Array | float, t1: chex.Array | float, y, args):
        return False

class ODETerm(AbstractTerm):
    vector_field: collections.abc.Callable
    def vf(self, t: chex.Array | float, y, args):
        return jax.tree.map((lambda oi, yi: of('array:jax:?')), of('unknown'), y)
    def contr(self, t0: chex.Array | float, t1: chex.Array | float, **kwargs):
        return one(of('array:any:?', declared=True), of('float'))
    def prod(self, vf, control: chex.Array | float):
        return jax.tree.map((lambda v: of('array:jax:?')), vf)

class _CallableToPath(AbstractPath):
    fn: collections.abc.Callable
    @property
    def t0(self):
        return of('float')
    @property
    def t1(self):
        return of('float')
    def evaluate(self, t0: chex.Array | float, t1: chex.Array | float | None=None, left: bool=True):
        return of('unknown')

def _prod(vf, control):
    return of('array:jax:?')

class ControlTerm(AbstractTerm):
    vector_field: collections.abc.Callable
    control: AbstractPath
    def __init__(self, vector_field, control):
        self.vector_field = vector_field
        self.control = one(control, made(_CallableToPath, fn=control))
    def vf(self, t: chex.Array | float, y, args):
        return of('unknown')
    def contr(self, t0: chex.Array | float, t1: chex.Array | float, **kwargs):
        return of('unknown')
    def prod(self, vf, control):
        return one(of('unknown'), jax.tree.map(_prod, vf, control))
    def vf_prod(self, t: chex.Array | float, y, args, control):
        return one(of('unknown'), jax.tree.map(_prod, of('unknown'), control))
    def to_ode(self):
        return made(ODETerm, vector_field=made(_ControlToODE, control_term=self))

def WeaklyDiagonalControlTerm(vector_field, control):
    return made(ControlTerm, vector_field=(lambda t, y, args: made(DiagonalLinearOperator, diagonal=of('unknown'))), control=one(control, made(_CallableToPath, fn=control)))

class _ControlToODE(equinox.Module):
    control_term: ControlTerm
    def __call__(self, t: chex.Array | float, y, args):
        return of('unknown')

class MultiTerm(AbstractTerm, typing.Generic):
    terms: tuple[AbstractTerm, ...]
    def __init__(self, *terms):
        self.terms = terms
    def vf(self, t: chex.Array | float, y, args):
        return many('tuple', rest=of('unknown'))
    def contr(self, t0: chex.Array | float, t1: chex.Array | float, **kwargs):
        return many('tuple', rest=of('unknown'))
    def prod(self, vf: tuple[typing.Any, ...], control: tuple[typing.Any, ...]):
        return of('unknown')
    def vf_prod(self, t: chex.Array | float, y, args, control: tuple[typing.Any, ...]):
        return of('unknown')
    def is_vf_expensive(self, t0: chex.Array | float, t1: chex.Array | float, y, args):
        return of('bool')

class UnderdampedLangevinDiffusionTerm(AbstractTerm):
    gamma: jaxtyping.PyTree[chex.Array | float]
    u: jaxtyping.PyTree[chex.Array | float]
    control: AbstractBrownianPath
    def __init__(self, gamma, u, bm: AbstractBrownianPath):
        self.gamma = gamma
        self.u = u
        self.control = bm
    def vf(self, t: chex.Array | float, y: tuple[typing.Any, typing.Any], args):
        return of('unknown')
    def contr(self, t0: chex.Array | float, t1: chex.Array | float, **kwargs):
        return of('unknown')
    def prod(self, vf, control):
        return (jax.tree.map(jax.numpy.zeros_like, jax.tree.map(operator.mul, vf, control)), jax.tree.map(operator.mul, vf, control))

class UnderdampedLangevinDriftTerm(AbstractTerm):
    gamma: jaxtyping.PyTree[chex.Array | float]
    u: jaxtyping.PyTree[chex.Array | float]
    grad_f: collections.abc.Callable
    def __init__(self, gamma, u, grad_f):
        self.gamma = gamma
        self.u = u
        self.grad_f = grad_f
    def vf(self, t: chex.Array | float, y: tuple[typing.Any, typing.Any], args):
        return (of('unknown'), of('unknown'))
    def contr(self, t0: chex.Array | float, t1: chex.Array | float, **kwargs):
        return one(of('array:any:?', declared=True), of('float'))
    def prod(self, vf: tuple[typing.Any, typing.Any], control: chex.Array | float):
        return jax.tree.map((lambda _vf: of('unknown')), vf)
