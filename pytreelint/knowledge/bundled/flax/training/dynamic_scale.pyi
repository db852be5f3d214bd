# What pytreelint knows of flax.training.dynamic_scale (flax 0.12.8); see tools/generate_bundles.py.

from flax import struct as struct
import chex
import flax
import typing
from pytreelint.bundled import made, of, put

class DynamicScaleResult(typing.NamedTuple):
    dynamic_scale: DynamicScale
    finite: chex.Array
    aux: typing.Any
    grad: typing.Any

class DynamicScale(flax.struct.PyTreeNode):
    growth_factor: float = flax.struct.field(pytree_node=False, default=2.0)
    backoff_factor: float = flax.struct.field(pytree_node=False, default=0.5)
    growth_interval: int = flax.struct.field(pytree_node=False, default=2000)
    fin_steps: int = 0
    scale: float = 65536.0
    minimum_scale: float | None = flax.struct.field(pytree_node=False, default=of('array:numpy-scalar:inexact'))
    def value_and_grad(self, fun, argnums: int | list[int]=0, has_aux: bool=False, axis_name: str | None=None):
        return ((lambda *args: made(DynamicScaleResult, dynamic_scale=put(args, fin_steps=of('array:jax:?'), scale=of('array:jax:?')), finite=of('array:jax:bool'), aux=(of('unknown'), of('unknown')), grad=of('unknown'))) if has_aux else (lambda *args: made(DynamicScaleResult, dynamic_scale=put(args, fin_steps=of('array:jax:?'), scale=of('array:jax:?')), finite=of('array:jax:bool'), aux=of('unknown'), grad=of('unknown'))))
