# What pytreelint knows of equinox.nn._normalisation (equinox 0.13.8); see tools/generate_bundles.py.

from equinox.nn._stateful import State
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import of, one

class LayerNorm(equinox.Module):
    shape: tuple[int, ...] = equinox.field(static=True)
    eps: float = equinox.field(static=True)
    use_weight: bool = equinox.field(static=True)
    use_bias: bool = equinox.field(static=True)
    weight: jaxtyping.Float[jax.Array, '...'] | None
    bias: jaxtyping.Float[jax.Array, '...'] | None
    def __init__(self, shape: int | list[int], eps: float=1e-05, use_weight: bool=True, use_bias: bool=True, dtype=None, *, elementwise_affine: bool | None=None):
        self.shape = one((shape,), tuple(shape))
        self.eps = eps
        self.use_weight = (use_weight if elementwise_affine is None else elementwise_affine)
        self.use_bias = (use_bias if elementwise_affine is None else elementwise_affine)
        self.weight = (((of('array:jax:inexact') if use_weight else None) if elementwise_affine is None else (of('array:jax:inexact') if elementwise_affine else None)) if dtype is None else ((of('array:jax:?') if use_weight else None) if elementwise_affine is None else (of('array:jax:?') if elementwise_affine else None)))
        self.bias = (((of('array:jax:inexact') if use_bias else None) if elementwise_affine is None else (of('array:jax:inexact') if elementwise_affine else None)) if dtype is None else ((of('array:jax:?') if use_bias else None) if elementwise_affine is None else (of('array:jax:?') if elementwise_affine else None)))
    def __call__(self, x: jaxtyping.Float[jax.Array, '...'], state: State=of('object:object'), *, key: jax.random.PRNGKey | None=None):
        return one(of('array:jax:?'), (of('array:jax:?'), state))

class GroupNorm(equinox.Module):
    groups: int = equinox.field(static=True)
    channels: int | None = equinox.field(static=True)
    eps: float = equinox.field(static=True)
    channelwise_affine: bool = equinox.field(static=True)
    weight: jax.Array | None
    bias: jax.Array | None
    def __init__(self, groups: int, channels: int | None=None, eps: float=1e-05, channelwise_affine: bool=True, dtype=None):
        self.groups = groups
        self.channels = channels
        self.eps = eps
        self.channelwise_affine = channelwise_affine
        self.weight = ((of('array:jax:inexact') if dtype is None else of('array:jax:?')) if channelwise_affine else None)
        self.bias = ((of('array:jax:inexact') if dtype is None else of('array:jax:?')) if channelwise_affine else None)
    def __call__(self, x: jax.Array, state: State=of('object:object'), *, key: jax.random.PRNGKey | None=None):
        return one(of('array:jax:?'), (of('array:jax:?'), state))

class RMSNorm(equinox.Module):
    shape: tuple[int, ...] = equinox.field(static=True)
    eps: float = equinox.field(static=True)
    use_weight: bool = equinox.field(static=True)
    use_bias: bool = equinox.field(static=True)
    weight: jaxtyping.Float[jax.Array, '...'] | None
    bias: jaxtyping.Float[jax.Array, '...'] | None
    def __init__(self, shape: int | list[int], eps: float=1e-05, use_weight: bool=True, use_bias: bool=True, dtype=None):
        self.shape = one((shape,), tuple(shape))
        self.eps = eps
        self.use_weight = use_weight
        self.use_bias = use_bias
        self.weight = (of('array:jax:?') if use_weight else None)
        self.bias = (of('array:jax:?') if use_bias else None)
    def __call__(self, x: jaxtyping.Float[jax.Array, '...'], state: State=of('object:object'), *, key: jax.random.PRNGKey | None=None):
        return one(of('array:jax:?'), (of('array:jax:?'), state))
