# What pytreelint knows of equinox.nn._spectral_norm (equinox 0.13.8); see tools/generate_bundles.py.

from equinox.nn._sequential import StatefulLayer
from equinox.nn._stateful import State
from equinox.nn._stateful import StateIndex
import equinox
import jax
import typing
from pytreelint.bundled import drawn, made, of, one, some

class SpectralNorm(StatefulLayer, typing.Generic):
    layer: typing.Any
    weight_name: str = equinox.field(static=True)
    uv_index: StateIndex
    num_power_iterations: int = equinox.field(static=True)
    eps: float = equinox.field(static=True)
    inference: bool
    def __init__(self, layer, weight_name: str, num_power_iterations: int=1, eps: float=1e-12, inference: bool=False, *, key: jax.random.PRNGKey):
        drawn(key)
        self.layer = layer
        self.weight_name = weight_name
        self.num_power_iterations = num_power_iterations
        self.eps = eps
        self.inference = inference
        self.uv_index = made(StateIndex, marker=of('object:object'), init=(of('array:jax:?'), of('array:jax:?')))
    def __call__(self, x: jax.Array, state: State, *, key: jax.random.PRNGKey | None=None, inference: bool | None=None):
        return (of('array:jax:?', declared=True), (one(some(State), state) if inference is None else (state if inference else some(State))))
