# What pytreelint knows of optax.contrib._galore (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
import chex
import jaxtyping
import typing
from pytreelint.bundled import made, many, of, one

class GaLoreDimensionNumbers(typing.NamedTuple):
    reduction_axis: list[int] | int = 0
    output_axis: list[int] | int = 1

class GaLoreState(typing.NamedTuple):
    count: chex.Array | float
    base_optimizer_state: jaxtyping.PyTree[chex.Array | float | None]
    projector: jaxtyping.PyTree[chex.Array | float | None]

def scale_by_galore(rank: int=128, update_proj_gap: int=200, scale: float=1.0, base_optimizer: GradientTransformation | None=None, weight_dimension_numbers=None):
    return made(GradientTransformation, init=(lambda params: made(GaLoreState, count=of('array:jax:integer'), base_optimizer_state=of('unknown'), projector=one(params, of('unknown')))), update=(lambda updates, state, params=None: (of('unknown'), made(GaLoreState, count=of('array:jax:?'), base_optimizer_state=of('unknown'), projector=of('unknown')))))

def galore(learning_rate, rank: int=128, update_proj_gap: int=200, scale: float=1.0, base_optimizer: GradientTransformation | None=None, weight_decay: chex.Array | float=0.0, mask=None, weight_dimension_numbers=None):
    return made(GradientTransformationExtraArgs, init=(lambda params: (of('unknown'), of('unknown'), of('unknown'))), update=(lambda updates, state, params=None, **extra_args: (one(updates, of('unknown')), many('tuple', rest=of('unknown')))))
