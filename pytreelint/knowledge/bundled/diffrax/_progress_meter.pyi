# What pytreelint knows of diffrax._progress_meter (diffrax 0.7.2); see tools/generate_bundles.py.

import chex
import equinox
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, of, one

class AbstractProgressMeter(equinox.Module, typing.Generic):
    def init(self):
        return of('unknown')
    def step(self, state, progress: jaxtyping.Float[jax.Array, '...'] | float):
        return of('unknown')
    def close(self, state):
        return of('unknown')

class NoProgressMeter(AbstractProgressMeter):
    def init(self):
        return None
    def step(self, state, progress: jaxtyping.Float[jax.Array, '...'] | float):
        return state
    def close(self, state):
        return None

class _TextProgressMeterState(equinox.Module):
    progress: jaxtyping.Float[jax.Array, '...'] | float
    meter_idx: jaxtyping.Int[jax.Array, '...'] | float

class TextProgressMeter(AbstractProgressMeter):
    minimum_increase: chex.Array | float = 0.02
    def init(self):
        return made(_TextProgressMeterState, progress=of('array:jax:inexact'), meter_idx=one(of('array:any:integer', declared=True), of('float')))
    def step(self, state: _TextProgressMeterState, progress: jaxtyping.Float[jax.Array, '...'] | float):
        return made(_TextProgressMeterState, progress=one(progress, of('array:jax:inexact', declared=True)), meter_idx=one(of('array:any:integer', declared=True), of('float')))
    def close(self, state: _TextProgressMeterState):
        return None

class _TqdmProgressMeterState(equinox.Module):
    meter_idx: jaxtyping.Int[jax.Array, '...'] | float
    step: jaxtyping.Int[jax.Array, '...'] | float

class TqdmProgressMeter(AbstractProgressMeter):
    refresh_steps: int = 20
    def __check_init__(self):
        return None
    def init(self):
        return made(_TqdmProgressMeterState, meter_idx=one(of('array:any:integer', declared=True), of('float')), step=of('array:jax:integer'))
    def step(self, state: _TqdmProgressMeterState, progress: jaxtyping.Float[jax.Array, '...'] | float):
        return made(_TqdmProgressMeterState, meter_idx=one(of('array:any:integer', declared=True), of('float')), step=one(of('array:any:integer', declared=True), of('float')))
    def close(self, state: _TqdmProgressMeterState):
        return None
