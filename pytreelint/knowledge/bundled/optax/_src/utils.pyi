# What pytreelint knows of optax._src.utils (optax 0.2.8); see tools/generate_bundles.py.

import chex
import jax
import typing
from pytreelint.bundled import made, many, of, one

class MultiNormalDiagFromLogScale:
    def __init__(self, loc: chex.Array | float, log_scale: chex.Array | float):
        self._log_scale = of('array:jax:?')
        self._scale = of('array:jax:inexact')
        self._mean = of('array:jax:?')
        self._param_shape = many('tuple', rest=of('int'))
    def sample(self, shape: list[int], key: jax.Array):
        return of('array:jax:inexact')
    def log_prob(self, x: chex.Array | float):
        return of('array:jax:inexact')
    @property
    def log_scale(self):
        return self._log_scale
    @property
    def params(self):
        return [self._mean, self._log_scale]

def multi_normal(loc: chex.Array | float, log_scale: chex.Array | float):
    return made(MultiNormalDiagFromLogScale, _log_scale=of('array:jax:?'), _scale=of('array:jax:inexact'), _mean=of('array:jax:?'), _param_shape=many('tuple', rest=of('int')))

def scale_gradient(inputs, scale: chex.Array | float):
    return one(inputs, of('unknown'))
