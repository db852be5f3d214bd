# What pytreelint knows of optax._src.alias (optax 0.2.8); see tools/generate_bundles.py.
