# What pytreelint knows of flax.core.variables (flax 0.12.8); see tools/generate_bundles.py.

from flax.core.scope import Variable
