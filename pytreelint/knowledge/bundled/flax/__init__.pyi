# What pytreelint knows of flax (flax 0.12.8); see tools/generate_bundles.py.

from flax.configurations import Config
from pytreelint.bundled import made

config = made(Config, _values={})
