# What pytreelint knows of equinox.nn._mlp (equinox 0.13.8); see tools/generate_bundles.py.

from equinox.nn._linear import Linear
import collections
import equinox
import jax
import typing
from pytreelint.bundled import drawn, made, many, of, one

class MLP(equinox.Module):
    layers: tuple[Linear, ...]
    activation: collections.abc.Callable
    final_activation: collections.abc.Callable
    use_bias: bool = equinox.field(static=True)
    use_final_bias: bool = equinox.field(static=True)
    in_size: int | typing.Literal['scalar'] = equinox.field(static=True)
    out_size: int | typing.Literal['scalar'] = equinox.field(static=True)
    width_size: int = equinox.field(static=True)
    depth: int = equinox.field(static=True)
    scan: bool = equinox.field(static=True, default=False)
    def __init__(self, in_size: int | typing.Literal['scalar'], out_size: int | typing.Literal['scalar'], width_size: int, depth: int, activation=jax.nn.relu, final_activation=(lambda x: x), use_bias: bool=True, use_final_bias: bool=True, dtype=None, *, scan: bool=False, key: jax.random.PRNGKey):
        drawn(key)
        self.layers = many('tuple', made(Linear, weight=of('array:jax:?'), bias=((of('array:jax:?') if use_final_bias else one(None, of('array:jax:?'))) if use_bias else (one(of('array:jax:?'), None) if use_final_bias else None)), in_features=in_size, out_features=one(out_size, width_size), use_bias=((True if use_final_bias else one(False, True)) if use_bias else (one(True, False) if use_final_bias else False))), rest=made(Linear, weight=of('array:jax:?'), bias=((of('array:jax:?') if use_final_bias else one(of('array:jax:?'), None)) if use_bias else (one(None, of('array:jax:?')) if use_final_bias else None)), in_features=width_size, out_features=one(width_size, out_size), use_bias=((True if use_final_bias else one(True, False)) if use_bias else (one(False, True) if use_final_bias else False))))
        self.in_size = in_size
        self.out_size = out_size
        self.width_size = width_size
        self.depth = depth
        self.scan = scan
        self.activation = activation
        self.final_activation = final_activation
        self.use_bias = use_bias
        self.use_final_bias = use_final_bias
    def __call__(self, x: jax.Array, *, key: jax.random.PRNGKey | None=None):
        return of('array:jax:?', declared=True)
