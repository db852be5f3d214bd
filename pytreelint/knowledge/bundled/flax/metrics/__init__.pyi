# What pytreelint knows of flax.metrics (flax 0.12.8); see tools/generate_bundles.py.
