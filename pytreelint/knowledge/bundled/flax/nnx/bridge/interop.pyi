# What pytreelint knows of flax.nnx.bridge.interop (flax 0.12.8); see tools/generate_bundles.py.

from flax.linen import module as nn_module
from flax.nnx import graphlib as graphlib
from flax.nnx import module as nnx_module
from flax.nnx import rnglib as rnglib
from flax.nnx.bridge import module as bdg_module
from flax.nnx.bridge import wrappers as wrappers
from flax.nnx.bridge.wrappers import ToNNX
from pytreelint.bundled import made, of, one

def nnx_in_bridge_mdl(factory, name: str | None=None):
    return of('unknown')

def linen_in_bridge_mdl(linen_module, name: str | None=None):
    return made(ToNNX, to_nnx__module=linen_module, to_nnx__rngs=one(of('unknown')))
