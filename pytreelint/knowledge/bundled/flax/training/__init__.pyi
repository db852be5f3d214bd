# What pytreelint knows of flax.training (flax 0.12.8); see tools/generate_bundles.py.
