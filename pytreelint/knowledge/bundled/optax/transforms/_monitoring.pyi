# What pytreelint knows of optax.transforms._monitoring (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
import chex
import jaxtyping
import typing
from pytreelint.bundled import made, many, of, one

class SnapshotState(typing.NamedTuple):
    measurement: dict[typing.Any, typing.Any]

def snapshot(measure_name: str, measure):
    return made(GradientTransformation, init=(lambda params: made(SnapshotState, measurement=many('dict', rest=of('unknown')))), update=(lambda updates, state, params=None: (updates, made(SnapshotState, measurement=many('dict', rest=of('unknown'))))))

class MonitorState(typing.NamedTuple):
    measurements: jaxtyping.PyTree[dict[typing.Any, chex.Array | float | None]]
    measure_states: jaxtyping.PyTree[tuple[chex.Array | float | None, ...]]

def monitor(measures: dict[typing.Any, typing.Any]):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(MonitorState, measurements={}, measure_states=many('tuple', rest=of('unknown')))), update=(lambda updates, state, params=None, **extra_args: (updates, made(MonitorState, measurements=one({}, many('dict', rest=of('unknown'))), measure_states=many('tuple', rest=of('unknown'))))))

def measure_with_ema(measure, decay: chex.Array | float, debias: bool=True, accumulator_dtype=None):
    return made(GradientTransformationExtraArgs, init=(lambda params: (of('unknown'), of('unknown'))), update=(lambda updates, state, params=None, **extra_args: (one(updates, of('unknown')), many('tuple', rest=of('unknown')))))
