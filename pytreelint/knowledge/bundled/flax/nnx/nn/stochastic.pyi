# What pytreelint knows of flax.nnx.nn.stochastic (flax 0.12.8); see tools/generate_bundles.py.

from flax import nnx as nnx
from flax.nnx import rnglib as rnglib
from flax.nnx.module import first_from
import flax
import typing
from pytreelint.bundled import of, one

class Dropout(flax.nnx.Module):
    def __init__(self, rate: float, *, broadcast_dims: list[int]=(), deterministic: bool | None=False, rng_collection: str='dropout', rngs=None):
        self.rate = rate
        self.broadcast_dims = broadcast_dims
        self.deterministic = deterministic
        self.rng_collection = rng_collection
        self.rngs = one(of('unknown'), flax.nnx.data(None))
    def __call__(self, inputs, *, deterministic: bool | None=None, rngs=None):
        return (one(inputs, of('array:jax:?')) if deterministic is None else (inputs if deterministic else one(inputs, of('array:jax:?'))))
    def set_view(self, deterministic: bool | None=None):
        return None
