# What pytreelint knows of optax.transforms._freezing (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
from optax.transforms._combining import PartitionState
from optax.transforms._masking import MaskedState
import jax
from pytreelint.bundled import made, many, of, one

def freeze(mask):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(MaskedState, inner_state=of('unknown'))), update=(lambda updates, state, params=None, **extra_args: (jax.tree.map((lambda m, new_u, old_u: one(new_u, old_u)), one(of('unknown'), mask), of('unknown'), updates), made(MaskedState, inner_state=of('unknown')))))

def selective_transform(optimizer: GradientTransformation, *, freeze_mask):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(PartitionState, inner_states=many('dict', rest=made(MaskedState, inner_state=of('unknown'))))), update=(lambda updates, state, params=None, **extra_args: (one(updates, jax.tree.map((lambda m, new_u, old_u: one(new_u, old_u)), one(of('unknown'), jax.tree.map((lambda label: of('unknown')), jax.tree.map((lambda m: one('freeze', 'train')), freeze_mask))), of('unknown'), updates), of('unknown')), made(PartitionState, inner_states=one({}, many('dict', rest=made(MaskedState, inner_state=of('unknown'))))))))
