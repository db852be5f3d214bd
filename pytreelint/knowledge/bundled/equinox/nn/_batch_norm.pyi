# What pytreelint knows of equinox.nn._batch_norm (equinox 0.13.8); see tools/generate_bundles.py.

from equinox.nn._sequential import StatefulLayer
from equinox.nn._stateful import State
from equinox.nn._stateful import StateIndex
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of, one, some

class BatchNorm(StatefulLayer):
    weight: jaxtyping.Float[jax.Array, '...'] | None
    bias: jaxtyping.Float[jax.Array, '...'] | None
    ema_first_time_index: None | StateIndex
    ema_state_index: None | StateIndex
    batch_counter: None | StateIndex
    batch_state_index: None | StateIndex
    axis_name: typing.Any
    inference: bool
    input_size: int = equinox.field(static=True)
    eps: float = equinox.field(static=True)
    channelwise_affine: bool = equinox.field(static=True)
    momentum: float = equinox.field(static=True)
    mode: typing.Literal['ema'] | typing.Literal['batch'] = equinox.field(static=True)
    def __init__(self, input_size: int, axis_name, eps: float=1e-05, channelwise_affine: bool=True, momentum: float=0.99, inference: bool=False, dtype=None, mode: typing.Literal['ema'] | typing.Literal['batch'] | typing.Literal['legacy']='legacy'):
        self.mode = ('ema' if mode == 'legacy' else ('ema' if mode == 'ema' else ('batch' if mode == 'batch' else one('ema', mode))))
        self.weight = (of('array:jax:?') if channelwise_affine else None)
        self.bias = (of('array:jax:?') if channelwise_affine else None)
        self.ema_first_time_index = (made(StateIndex, marker=of('object:object'), init=of('array:jax:bool')) if mode == 'legacy' else (made(StateIndex, marker=of('object:object'), init=of('array:jax:bool')) if mode == 'ema' else (None if mode == 'batch' else one(made(StateIndex, marker=of('object:object'), init=of('array:jax:bool')), None))))
        self.ema_state_index = (made(StateIndex, marker=of('object:object'), init=(of('array:jax:?'), of('array:jax:?'))) if mode == 'legacy' else (made(StateIndex, marker=of('object:object'), init=(of('array:jax:?'), of('array:jax:?'))) if mode == 'ema' else (None if mode == 'batch' else one(made(StateIndex, marker=of('object:object'), init=(of('array:jax:?'), of('array:jax:?'))), None))))
        self.batch_counter = (None if mode == 'legacy' else (None if mode == 'ema' else (made(StateIndex, marker=of('object:object'), init=of('array:jax:integer')) if mode == 'batch' else one(None, made(StateIndex, marker=of('object:object'), init=of('array:jax:integer'))))))
        self.batch_state_index = (None if mode == 'legacy' else (None if mode == 'ema' else (made(StateIndex, marker=of('object:object'), init=(of('array:jax:?'), of('array:jax:?'))) if mode == 'batch' else one(None, made(StateIndex, marker=of('object:object'), init=(of('array:jax:?'), of('array:jax:?')))))))
        self.inference = inference
        self.axis_name = axis_name
        self.input_size = input_size
        self.eps = eps
        self.channelwise_affine = channelwise_affine
        self.momentum = momentum
    def __call__(self, x: jax.Array, state: State, *, key: jax.random.PRNGKey | None=None, inference: bool | None=None):
        return (of('array:jax:?', declared=True), (one(state, some(State)) if inference is None else (state if inference else some(State))))
