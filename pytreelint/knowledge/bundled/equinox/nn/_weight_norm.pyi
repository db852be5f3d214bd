# What pytreelint knows of equinox.nn._weight_norm (equinox 0.13.8); see tools/generate_bundles.py.

import collections
import equinox
import functools
import jax
import typing
from pytreelint.bundled import of, one

def _norm_except_axis(v: jax.Array, norm, axis: int | None):
    return (of('unknown') if axis is None else one(of('unknown')))

class WeightNorm(equinox.Module, typing.Generic):
    layer: typing.Any
    g: jax.Array
    weight_name: str = equinox.field(static=True)
    axis: int | None = equinox.field(static=True)
    _norm: collections.abc.Callable
    def __init__(self, layer, weight_name: str='weight', axis: int | None=0):
        self.layer = layer
        self.weight_name = weight_name
        self.axis = axis
        self._norm = (functools.partial(_norm_except_axis, norm=functools.partial(jax.numpy.linalg.norm, keepdims=True), axis=None) if axis is None else functools.partial(_norm_except_axis, norm=functools.partial(jax.numpy.linalg.norm, keepdims=True), axis=axis))
        self.g = of('array:jax:inexact')
    def __call__(self, x: jax.Array, *, key: jax.random.PRNGKey | None=None):
        return of('array:jax:?', declared=True)
