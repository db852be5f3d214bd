# What pytreelint knows of flax.testing (flax 0.12.8); see tools/generate_bundles.py.

from flax.testing.benchmark import Benchmark
