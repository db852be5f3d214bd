# What pytreelint knows of equinox.nn._dropout (equinox 0.13.8); see tools/generate_bundles.py.

import equinox
import jax
from pytreelint.bundled import of, one

class Dropout(equinox.Module):
    p: float
    inference: bool
    def __init__(self, p: float=0.5, inference: bool=False, *, deterministic: bool | None=None):
        self.p = p
        self.inference = (inference if deterministic is None else deterministic)
    @property
    def deterministic(self):
        return self.inference
    def __call__(self, x: jax.Array, *, key: jax.random.PRNGKey | None=None, inference: bool | None=None, deterministic: bool | None=None):
        return (x if key is None else ((one(x, of('array:jax:?')) if deterministic is None else (x if deterministic else one(x, of('array:jax:?')))) if inference is None else ((x if inference else one(x, of('array:jax:?'))) if deterministic is None else (x if deterministic else one(x, of('array:jax:?'))))))
