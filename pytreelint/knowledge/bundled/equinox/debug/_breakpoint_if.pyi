# What pytreelint knows of equinox.debug._breakpoint_if (equinox 0.13.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

import jax
import jaxtyping
from pytreelint.bundled import of, one

def breakpoint_if(pred: jaxtyping.Bool[jax.Array, '...'], **kwargs):
    return one(None, of('unknown'))
