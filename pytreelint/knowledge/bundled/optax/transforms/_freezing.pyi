# What pytreelint knows of optax.transforms._freezing (optax 0.2.8); see tools/generate_bundles.py.

from optax._src.base import GradientTransformation
from optax._src.base import GradientTransformationExtraArgs
from optax.transforms._combining import PartitionState
from optax.transforms._masking import MaskedState
import jax
from pytreelint.bundled import made, of, one

def freeze(mask):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(MaskedState, inner_state=of('unknown'))), update=(lambda updates, state, params=None, **extra_args: (jax.tree.map((lambda m, new_u, old_u: one(new_u, old_u)), one(of('unknown'), mask), of('unknown'), updates), made(MaskedState, inner_state=of('unknown')))))

def selective_transform(optimizer: GradientTransformation, *, freeze_mask):
    return made(GradientTransformationExtraArgs, init=(lambda params: made(PartitionState, inner_states={'train': made(MaskedState, inner_state=of('unknown')), 'freeze': made(MaskedState, inner_state=of('unknown'))})), update=(lambda updates, state, params=None, **extra_args: (jax.tree.map((lambda m, new_u, old_u: one(new_u, old_u)), one(of('unknown'), jax.tree.map((lambda label: of('bool')), jax.tree.map((lambda m: one('freeze', 'train')), freeze_mask))), of('unknown'), jax.tree.map((lambda m, new_u, old_u: one(new_u, old_u)), one(of('unknown'), jax.tree.map((lambda label: of('bool')), jax.tree.map((lambda m: one('freeze', 'train')), freeze_mask))), of('unknown'), updates)), made(PartitionState, inner_states={'train': made(MaskedState, inner_state=of('unknown')), 'freeze': made(MaskedState, inner_state=of('unknown'))}))))
