# What pytreelint knows of optax.contrib._galore (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import EmptyState
from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
from optax._src.transform import ScaleByAdamState
from optax._src.transform import ScaleByScheduleState
from optax.transforms._adding import WeightDecaySchedule
from optax.transforms._masking import MaskedState
import jax
import typing
from pytreelint.bundled import each, made, many, of, one

class GaLoreDimensionNumbers(typing.NamedTuple):
    reduction_axis: list[int] | int = 0
    output_axis: list[int] | int = 1

class GaLoreState(typing.NamedTuple):
    count: typing.Any
    base_optimizer_state: typing.Any
    projector: typing.Any

def scale_by_galore(rank: int=128, update_proj_gap: int=200, scale: float=1.0, base_optimizer: GradientTransformation | None=None, weight_dimension_numbers=None):
    return made(GradientTransformation, init=((lambda params: made(GaLoreState, count=of('array:jax:inexact'), base_optimizer_state=made(ScaleByAdamState, count=of('array:jax:inexact'), mu=one(jax.tree.map((lambda x: of('array:jax:?')), params), of('unknown')), nu=one(jax.tree.map((lambda x: of('array:jax:?')), params), of('unknown'))), projector=one(params, of('unknown')))) if base_optimizer is None else (lambda params: made(GaLoreState, count=of('array:jax:inexact'), base_optimizer_state=of('unknown'), projector=one(params, of('unknown'))))), update=((lambda updates, state, params=None: (of('unknown'), made(GaLoreState, count=of('array:jax:?'), base_optimizer_state=made(ScaleByAdamState, count=of('array:jax:?'), mu=of('unknown'), nu=of('unknown')), projector=of('unknown')))) if base_optimizer is None else (lambda updates, state, params=None: (of('unknown'), made(GaLoreState, count=of('array:jax:?'), base_optimizer_state=of('unknown'), projector=of('unknown'))))))

def galore(learning_rate, rank: int=128, update_proj_gap: int=200, scale: float=1.0, base_optimizer: GradientTransformation | None=None, weight_decay=0.0, mask=None, weight_dimension_numbers=None):
    return of('unknown')
