# What pytreelint knows of flax.linen.stochastic (flax 0.12.8); see tools/generate_bundles.py.

from flax.linen.module import merge_param
import flax
import jax
import typing
from pytreelint.bundled import of, one

class Dropout(flax.linen.Module):
    rate: float
    broadcast_dims: list[int] = ()
    deterministic: bool | None = None
    rng_collection: str = 'dropout'
    def __call__(self, inputs, deterministic: bool | None=None, rng: jax.random.PRNGKey | None=None):
        return one(inputs, of('array:jax:?'))
