# What pytreelint knows of diffrax._local_interpolation (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._path import AbstractPath
import chex
import jax
import jaxtyping
from pytreelint.bundled import made, of

class AbstractLocalInterpolation(AbstractPath):
    pass

class LocalLinearInterpolation(AbstractLocalInterpolation):
    t0: chex.Array | float
    t1: chex.Array | float
    y0: jaxtyping.PyTree[chex.Array | float]
    y1: jaxtyping.PyTree[chex.Array | float]
    def evaluate(self, t0: chex.Array | float, t1: chex.Array | float | None=None, left: bool=True):
        return of('unknown')

class ThirdOrderHermitePolynomialInterpolation(AbstractLocalInterpolation):
    t0: chex.Array | float
    t1: chex.Array | float
    coeffs: jaxtyping.PyTree[chex.Array]
    def __init__(self, *, t0: chex.Array | float, t1: chex.Array | float, y0, y1, k0, k1):
        self.t0 = t0
        self.t1 = t1
        self.coeffs = jax.tree.map((lambda _y0, _y1, _k0, _k1: of('array:jax:?')), y0, y1, k0, k1)
    @classmethod
    def from_k(cls, *, t0: chex.Array | float, t1: chex.Array | float, y0, y1, k):
        return made(cls, t0=t0, t1=t1, coeffs=of('unknown'))
    def evaluate(self, t0: chex.Array | float, t1: chex.Array | float | None=None, left: bool=True):
        return (jax.tree.map((lambda _coeffs: of('array:jax:inexact')), self.coeffs) if t1 is None else of('unknown'))

class FourthOrderPolynomialInterpolation(AbstractLocalInterpolation):
    t0: chex.Array | float
    t1: chex.Array | float
    coeffs: jaxtyping.PyTree[chex.Array]
    def __init__(self, *, t0: chex.Array | float, t1: chex.Array | float, y0, y1, k):
        self.t0 = t0
        self.t1 = t1
        self.coeffs = jax.tree.map((lambda _y0, _y1, _k: of('array:jax:?')), y0, y1, k)
    def evaluate(self, t0: chex.Array | float, t1: chex.Array | float | None=None, left: bool=True):
        return (jax.tree.map((lambda _coeffs: of('array:jax:inexact')), self.coeffs) if t1 is None else of('unknown'))
