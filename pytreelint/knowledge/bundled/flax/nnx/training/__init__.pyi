# What pytreelint knows of flax.nnx.training (flax 0.12.8); see tools/generate_bundles.py.
