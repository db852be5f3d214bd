# What pytreelint knows of optax._src.transform (optax 0.2.8); see tools/generate_bundles.py.

import chex
import typing

class ScaleByRssState(typing.NamedTuple):
    sum_of_squares: typing.Any

class ScaleByRmsState(typing.NamedTuple):
    nu: typing.Any

class ScaleByRStdDevState(typing.NamedTuple):
    mu: typing.Any
    nu: typing.Any

class ScaleByAdamState(typing.NamedTuple):
    count: chex.Array | float
    mu: typing.Any
    nu: typing.Any

class ScaleByAmsgradState(typing.NamedTuple):
    count: chex.Array | float
    mu: typing.Any
    nu: typing.Any
    nu_max: typing.Any

class ScaleByLionState(typing.NamedTuple):
    count: chex.Array | float
    mu: typing.Any

class ScaleByAdaDeltaState(typing.NamedTuple):
    e_g: typing.Any
    e_x: typing.Any

class ScaleByAdanState(typing.NamedTuple):
    m: typing.Any
    v: typing.Any
    n: typing.Any
    g: typing.Any
    t: chex.Array | float

class ScaleByBeliefState(typing.NamedTuple):
    count: chex.Array | float
    mu: typing.Any
    nu: typing.Any

class ScaleByRpropState(typing.NamedTuple):
    step_sizes: typing.Any
    prev_updates: typing.Any

class ScaleByScheduleState(typing.NamedTuple):
    count: chex.Array | float

class ApplyEvery(typing.NamedTuple):
    count: chex.Array | float
    grad_acc: typing.Any

class ScaleBySM3State(typing.NamedTuple):
    mu: typing.Any
    nu: typing.Any

class ScaleByNovogradState(typing.NamedTuple):
    count: chex.Array | float
    mu: typing.Any
    nu: typing.Any

class ScaleByLBFGSState(typing.NamedTuple):
    count: chex.Array | float
    params: typing.Any
    updates: typing.Any
    diff_params_memory: typing.Any
    diff_updates_memory: typing.Any
    weights_memory: chex.Array | float
