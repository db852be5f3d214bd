# What pytreelint knows of equinox.nn._linear (equinox 0.13.8); see tools/generate_bundles.py.

import equinox
import jax
import typing
from pytreelint.bundled import drawn, of

class Linear(equinox.Module):
    weight: jax.Array
    bias: jax.Array | None
    in_features: int | typing.Literal['scalar'] = equinox.field(static=True)
    out_features: int | typing.Literal['scalar'] = equinox.field(static=True)
    use_bias: bool = equinox.field(static=True)
    def __init__(self, in_features: int | typing.Literal['scalar'], out_features: int | typing.Literal['scalar'], use_bias: bool=True, dtype=None, *, key: jax.random.PRNGKey):
        drawn(key)
        self.weight = of('array:jax:?')
        self.bias = (of('array:jax:?') if use_bias else None)
        self.in_features = in_features
        self.out_features = out_features
        self.use_bias = use_bias
    def __call__(self, x: jax.Array, *, key: jax.random.PRNGKey | None=None):
        return of('array:jax:?', declared=True)

class Identity(equinox.Module):
    def __init__(self, *args, **kwargs):
        pass
    def __call__(self, x, *, key: jax.random.PRNGKey | None=None):
        return x
