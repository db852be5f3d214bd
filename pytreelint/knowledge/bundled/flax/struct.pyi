# What pytreelint knows of flax.struct (flax 0.12.8); see tools/generate_bundles.py.
# It speaks of register_...: its classes may be PyTrees without saying so.

from flax import serialization as serialization
from pytreelint.bundled import of

TNode = of('object')
