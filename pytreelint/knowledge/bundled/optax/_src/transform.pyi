# What pytreelint knows of optax._src.transform (optax 0.2.8); see tools/generate_bundles.py.

import chex
import jaxtyping
import typing

class ScaleByRssState(typing.NamedTuple):
    sum_of_squares: jaxtyping.PyTree[chex.Array | float | None]

class ScaleByRmsState(typing.NamedTuple):
    nu: jaxtyping.PyTree[chex.Array | float | None]

class ScaleByRStdDevState(typing.NamedTuple):
    mu: jaxtyping.PyTree[chex.Array | float | None]
    nu: jaxtyping.PyTree[chex.Array | float | None]

class ScaleByAdamState(typing.NamedTuple):
    count: chex.Array | float
    mu: jaxtyping.PyTree[chex.Array | float | None]
    nu: jaxtyping.PyTree[chex.Array | float | None]

class ScaleByAmsgradState(typing.NamedTuple):
    count: chex.Array | float
    mu: jaxtyping.PyTree[chex.Array | float | None]
    nu: jaxtyping.PyTree[chex.Array | float | None]
    nu_max: jaxtyping.PyTree[chex.Array | float | None]

class ScaleByLionState(typing.NamedTuple):
    count: chex.Array | float
    mu: jaxtyping.PyTree[chex.Array | float | None]

class ScaleByAdaDeltaState(typing.NamedTuple):
    e_g: jaxtyping.PyTree[chex.Array | float | None]
    e_x: jaxtyping.PyTree[chex.Array | float | None]

class ScaleByAdanState(typing.NamedTuple):
    m: jaxtyping.PyTree[chex.Array | float | None]
    v: jaxtyping.PyTree[chex.Array | float | None]
    n: jaxtyping.PyTree[chex.Array | float | None]
    g: jaxtyping.PyTree[chex.Array | float | None]
    t: chex.Array | float

class ScaleByBeliefState(typing.NamedTuple):
    count: chex.Array | float
    mu: jaxtyping.PyTree[chex.Array | float | None]
    nu: jaxtyping.PyTree[chex.Array | float | None]

class ScaleByRpropState(typing.NamedTuple):
    step_sizes: jaxtyping.PyTree[chex.Array | float | None]
    prev_updates: jaxtyping.PyTree[chex.Array | float | None]

class ScaleByScheduleState(typing.NamedTuple):
    count: chex.Array | float

class ApplyEvery(typing.NamedTuple):
    count: chex.Array | float
    grad_acc: jaxtyping.PyTree[chex.Array | float | None]

class ScaleBySM3State(typing.NamedTuple):
    mu: jaxtyping.PyTree[chex.Array | float | None]
    nu: jaxtyping.PyTree[chex.Array | float | None]

class ScaleByNovogradState(typing.NamedTuple):
    count: chex.Array | float
    mu: jaxtyping.PyTree[chex.Array | float | None]
    nu: jaxtyping.PyTree[chex.Array | float | None]

class ScaleByLBFGSState(typing.NamedTuple):
    count: chex.Array | float
    params: jaxtyping.PyTree[chex.Array | float | None]
    updates: jaxtyping.PyTree[chex.Array | float | None]
    diff_params_memory: jaxtyping.PyTree[chex.Array | float | None]
    diff_updates_memory: jaxtyping.PyTree[chex.Array | float | None]
    weights_memory: chex.Array | float
