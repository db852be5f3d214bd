# What pytreelint knows of optax.schedules._schedule (optax 0.2.8); see tools/generate_bundles.py.

import chex
import typing
from pytreelint.bundled import of, one

def constant_schedule(value: chex.Array | float):
    return (lambda count: value)

def polynomial_schedule(init_value: chex.Array | float, end_value: chex.Array | float, power: chex.Array | float, transition_steps: int, transition_begin: int=0):
    return one((lambda count: init_value), (lambda count: of('unknown')))

def linear_schedule(init_value: chex.Array | float, end_value: chex.Array | float, transition_steps: int, transition_begin: int=0):
    return one((lambda count: init_value), (lambda count: of('unknown')))

def piecewise_constant_schedule(init_value: chex.Array | float, boundaries_and_scales: dict[typing.Any, float] | None=None):
    return ((lambda count: init_value) if boundaries_and_scales is None else (lambda count: one(init_value, of('unknown'), of('array:jax:?'))))

def exponential_decay(init_value: chex.Array | float, transition_steps: int, decay_rate: float, transition_begin: int=0, staircase: bool=False, end_value: chex.Array | float | None=None):
    return one((lambda count: init_value), (lambda count: of('array:jax:?')))

def cosine_decay_schedule(init_value: chex.Array | float, decay_steps: int, alpha: chex.Array | float=0.0, exponent: chex.Array | float=1.0):
    return (lambda count: of('unknown'))

def piecewise_interpolate_schedule(interpolate_type: str, init_value: chex.Array | float, boundaries_and_scales: dict[typing.Any, float] | None=None):
    return (lambda count: of('array:jax:?'))

def linear_onecycle_schedule(transition_steps: int, peak_value: chex.Array | float, pct_start: float=0.3, pct_final: float=0.85, div_factor: float=25.0, final_div_factor: float=10000.0):
    return (lambda count: of('array:jax:?'))

def cosine_onecycle_schedule(transition_steps: int, peak_value: chex.Array | float, pct_start: float=0.3, div_factor: float=25.0, final_div_factor: float=10000.0):
    return (lambda count: of('array:jax:?'))

def warmup_constant_schedule(init_value: chex.Array | float, peak_value: chex.Array | float, warmup_steps: int):
    return one((lambda count: init_value), (lambda count: of('unknown')))

def warmup_cosine_decay_schedule(init_value: chex.Array | float, peak_value: chex.Array | float, warmup_steps: int, decay_steps: int, end_value: chex.Array | float=0.0, exponent: chex.Array | float=1.0):
    return (lambda step: of('array:jax:?'))

def warmup_exponential_decay_schedule(init_value: chex.Array | float, peak_value: chex.Array | float, warmup_steps: int, transition_steps: int, decay_rate: chex.Array | float, transition_begin: int=0, staircase: bool=False, end_value: chex.Array | float | None=None):
    return (lambda step: of('array:jax:?'))

def sgdr_schedule(cosine_kwargs):
    return (lambda step: of('array:jax:?'))
