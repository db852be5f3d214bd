# What pytreelint knows of flax.nnx.transforms (flax 0.12.8); see tools/generate_bundles.py.
