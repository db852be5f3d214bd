# What pytreelint knows of optax.perturbations._make_pert (optax 0.2.8); see tools/generate_bundles.py.

import chex
import jax
import numpy
import typing
from pytreelint.bundled import made, of

class Normal:
    def sample(self, key: chex.Array | float, sample_shape: list[int]=(), dtype: numpy.dtype=float):
        return of('array:jax:?')
    def log_prob(self, inputs: jax.Array):
        return of('array:jax:?', declared=True)

class Gumbel:
    def sample(self, key: chex.Array | float, sample_shape: list[int]=(), dtype: numpy.dtype=float):
        return of('array:jax:?')
    def log_prob(self, inputs: jax.Array):
        return of('array:jax:?')

def make_perturbed_fun(fun, num_samples: int=1000, sigma: chex.Array | float=0.1, noise=made(Gumbel), use_baseline=True):
    return (lambda key, x: of('unknown'))
