# What pytreelint knows of optax.transforms._combining (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
from optax.transforms._masking import MaskedState
import chex
import jax
import jaxtyping
import typing
from pytreelint.bundled import made, many, of, one

def chain(*args):
    return made(GradientTransformationExtraArgs, init=(lambda params: many('tuple', rest=of('unknown'))), update=(lambda updates, state, params=None, **extra_args: (one(updates, of('unknown')), many('tuple', rest=of('unknown')))))

def named_chain(*args):
    return made(GradientTransformationExtraArgs, init=(lambda params: one({}, many('dict', rest=of('unknown')))), update=(lambda updates, state, params=None, **extra_args: (one(updates, of('unknown')), one({}, many('dict', rest=of('unknown'))))))

class PartitionState(typing.NamedTuple):
    inner_states: jaxtyping.PyTree[dict[typing.Any, chex.Array | float | None]]

def partition(transforms: dict[typing.Any, GradientTransformation], param_labels, *, mask_compatible_extra_args: bool=False):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(PartitionState, inner_states=many('dict', rest=made(MaskedState, inner_state=of('unknown'))))), update=(lambda updates, state, params=None, **extra_args: (one(updates, jax.tree.map((lambda m, new_u, old_u: one(new_u, old_u)), of('unknown'), of('unknown'), updates), of('unknown')), made(PartitionState, inner_states=one({}, many('dict', rest=made(MaskedState, inner_state=of('unknown'))))))))
