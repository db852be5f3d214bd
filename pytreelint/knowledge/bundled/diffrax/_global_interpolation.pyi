# What pytreelint knows of diffrax._global_interpolation (diffrax 0.7.2); see tools/generate_bundles.py.

from diffrax._path import AbstractPath
import chex
import collections
import equinox
import functools
import jax
import jaxtyping
import typing
from pytreelint.bundled import of, one

class AbstractGlobalInterpolation(AbstractPath):
    def __check_init__(self):
        return None
    @property
    def t0(self):
        return of('unknown')
    @property
    def t1(self):
        return of('unknown')

class LinearInterpolation(AbstractGlobalInterpolation):
    ts: chex.Array
    ys: jaxtyping.PyTree[chex.Array]
    def __check_init__(self):
        return None
    @property
    def ts_size(self):
        return of('int')
    @equinox.filter_jit
    def evaluate(self, t0: chex.Array | float, t1: chex.Array | float | None=None, left: bool=True):
        return of('unknown')
    @equinox.filter_jit
    def derivative(self, t: chex.Array | float, left: bool=True):
        return of('unknown')

class CubicInterpolation(AbstractGlobalInterpolation):
    ts: chex.Array
    coeffs: tuple[typing.Any, typing.Any, typing.Any, typing.Any]
    def __check_init__(self):
        return None
    @property
    def ts_size(self):
        return of('int')
    @equinox.filter_jit
    def evaluate(self, t0: chex.Array | float, t1: chex.Array | float | None=None, left: bool=True):
        return of('unknown')
    @equinox.filter_jit
    def derivative(self, t: chex.Array | float, left: bool=True):
        return of('unknown')

class DenseInterpolation(AbstractGlobalInterpolation):
    ts: chex.Array
    ts_size: jaxtyping.Int[jax.Array, '...'] | float
    infos: dict[typing.Any, typing.Any]
    interpolation_cls: collections.abc.Callable = equinox.field(static=True)
    direction: jaxtyping.Int[jax.Array, '...'] | float
    t0_if_trivial: chex.Array | float
    y0_if_trivial: jaxtyping.PyTree[chex.Array | float]
    def __check_init__(self):
        return None
    @equinox.filter_jit
    def evaluate(self, t0: chex.Array | float, t1: chex.Array | float | None=None, left: bool=True):
        return of('unknown')
    @equinox.filter_jit
    def derivative(self, t: chex.Array | float, left: bool=True):
        return of('unknown')
    @property
    def t0(self):
        return of('array:jax:?')
    @property
    def t1(self):
        return of('array:jax:?')

def _linear_interpolation(fill_forward_nans_at_end: bool, ts: chex.Array, ys: chex.Array, replace_nans_at_start: chex.Array | float | None=None):
    return of('array:jax:inexact')

@equinox.filter_jit
def linear_interpolation(ts: chex.Array, ys, *, fill_forward_nans_at_end: bool=False, replace_nans_at_start=None):
    return ((jax.tree.map(functools.partial(_linear_interpolation, True, ts), ys) if replace_nans_at_start is None else jax.tree.map(functools.partial(_linear_interpolation, True, ts), ys, replace_nans_at_start)) if fill_forward_nans_at_end else (jax.tree.map(functools.partial(_linear_interpolation, False, ts), ys) if replace_nans_at_start is None else jax.tree.map(functools.partial(_linear_interpolation, False, ts), ys, replace_nans_at_start)))

def _rectilinear_interpolation(replace_nans_at_start: chex.Array | float | None, ys: chex.Array):
    return of('array:jax:?')

@equinox.filter_jit
def rectilinear_interpolation(ts: chex.Array, ys, replace_nans_at_start=None):
    return (of('array:jax:?'), (jax.tree.map(functools.partial(_rectilinear_interpolation, None), ys) if replace_nans_at_start is None else jax.tree.map(_rectilinear_interpolation, replace_nans_at_start, ys)))

@equinox.filter_jit
def backward_hermite_coefficients(ts: chex.Array, ys, *, deriv0=None, replace_nans_at_start=None, fill_forward_nans_at_end: bool=False):
    return (one(ys, of('unknown')), one(ys, of('unknown')), one(ys, of('unknown')), one(ys, of('unknown')))
